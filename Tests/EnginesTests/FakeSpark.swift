import Foundation
import TestSupport

/// Folders that look like Spark and Java, with scripts in their place.
///
/// The scripts are files of their own and read what they are to do: a program that was just written cannot always be
/// started, since another thread may be starting one with the file still open.
struct FakeSpark {
  let scratch: ScratchFolder

  static let programs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fake")

  /// - Parameter script: what Spark does; the job's path is in `$job`, the folder it is to write to in `$out`.
  init(version: String = "4.0.1", java: String = "17.0.15", script: String) throws {
    scratch = try ScratchFolder()
    try scratch.write("", to: "spark/jars/spark-core_2.13-\(version).jar")
    try scratch.write(script, to: "spark/script")
    try scratch.write("openjdk version \"\(java)\" 2025-04-15\n", to: "java/says")
    for (program, folder) in [("spark-sql", "spark/bin"), ("java", "java/bin")] {
      let place = scratch.url.appending(path: folder)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        at: place.appending(path: program), withDestinationURL: Self.programs.appending(path: program))
    }
  }

  var environment: [String: String] {
    ["SPARK_HOME": scratch.path("spark"), "JAVA_HOME": scratch.path("java"), "PATH": "/usr/bin:/bin"]
  }

  /// Writes every relation as empty, and a manifest that fits.
  static let writesEmpty = """
    for name in $relations manifest; do mkdir "$out/$name"; done
    echo '{"engine_version":"4.0.1","lines":0,"corrupt_lines":0,"rejected_lines":0,"ignored_lines":0,"event_lines":0,"events_read":0}' \
      > "$out/manifest/part-00000.json"
    for name in $relations manifest; do : > "$out/$name/_SUCCESS"; done
    """
}
