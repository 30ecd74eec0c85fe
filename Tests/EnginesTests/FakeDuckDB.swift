import Foundation
import TestSupport

/// A folder with a script in the place of DuckDB's command line; see `FakeSpark` for why it is a file of its own.
struct FakeDuckDB {
  let scratch: ScratchFolder

  /// - Parameter script: what it does when it is to compute, in the folder that it is to write to.
  init(version: String = "v1.5.6 (Variegata) 069cc9f9b5", script: String) throws {
    scratch = try ScratchFolder()
    try scratch.write(version + "\n", to: "duck/version")
    try scratch.write(script, to: "duck/script")
    try FileManager.default.createDirectory(
      at: scratch.url.appending(path: "bin"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: scratch.url.appending(path: "bin/duckdb"),
      withDestinationURL: FakeSpark.programs.appending(path: "duckdb"))
  }

  var environment: [String: String] {
    ["FAKE_DUCKDB": scratch.path("duck"), "PATH": scratch.path("bin") + ":/usr/bin:/bin"]
  }

  /// Writes every relation as empty, and a manifest that fits an empty log.
  static let writesEmpty = """
    for name in $relations; do : > "$name/part-00000.json"; done
    echo '{"engine_version":"1.5.6","lines":0,"corrupt_lines":0,"rejected_lines":0,"ignored_lines":0,"event_lines":0,"events_read":0}' \
      > manifest/part-00000.json
    """
}

/// DuckDB's command line, where there is one.
enum RealDuckDB {
  /// The folder that holds it: what scripts/engines has fetched, or else the first of the search path.
  static let folder: String? = {
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return
      ([package.appending(path: ".build/engines/duckdb/bin").path]
      + path.split(separator: ":").map(String.init))
      .first { FileManager.default.isExecutableFile(atPath: "\($0)/duckdb") }
  }()

  static let skipped = "there is no DuckDB here: scripts/engines duckdb fetches it"

  static var environment: [String: String] { ["PATH": "\(folder ?? ""):/usr/bin:/bin"] }
}
