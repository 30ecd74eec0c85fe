import Prose
import Reporting
import UserFiles

/// The file or folder that rendered reports go into.
package struct ReportOutput {
  let path: String
  let files: ReportFiles

  package init(path: String, files: ReportFiles) {
    self.path = path
    self.files = files
  }

  /// Writes the reports with their pictures; what is in a file or folder is replaced together.
  ///
  /// - Throws: `Failure` of kind `cannotWrite`.
  package func write(_ reports: [WrittenReport]) throws {
    if OutputFile.isFolder(path) || path.hasSuffix("/") {
      return try stage(reports.flatMap { files.files(of: [$0], stem: $0.name) }, in: path)
    }
    let (folder, name) = Self.split(path)
    let made = files.files(of: reports, stem: Self.stem(of: name), name: name)
    if made.count == 1 { return try OutputFile.replace(path, with: made[0].bytes) }
    // Staging would make the folder, and a mistyped path must not do that.
    guard OutputFile.isFolder(folder) else { throw Failure.cannotWrite(path) }
    try stage(made, in: folder, for: path)
  }

  private func stage(_ files: [PageFiles.File], in folder: String, for target: String? = nil) throws {
    var staged = try StagedFolder(folder, for: target)
    for file in files { try staged.write(file.bytes, to: file.name) }
    try staged.publish()
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let cut = path.lastIndex(of: "/") else { return (".", path) }
    let folder = cut == path.startIndex ? "/" : String(path[..<cut])
    return (folder, String(path[path.index(after: cut)...]))
  }

  /// `daily` of `out/daily.md`; names that begin with their only point keep it.
  package static func stem(of path: String) -> String {
    let name = split(path).name
    guard let point = name.lastIndex(of: "."), point > name.startIndex else { return name }
    return String(name[..<point])
  }
}
