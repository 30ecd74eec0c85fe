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
  /// - Returns: the paths of the files.
  /// - Throws: `Failure` of kind `cannotWrite`.
  package func write(_ reports: [WrittenReport]) throws -> [String] {
    if OutputFile.isFolder(path) || path.hasSuffix("/") {
      return try stage(reports.flatMap { files.files(of: [$0], stem: $0.name) }, in: path)
    }
    let (folder, name) = Self.split(path)
    let made = files.files(of: reports, stem: Self.stem(of: name), name: name)
    if made.count == 1 {
      try OutputFile.replace(path, with: made[0].bytes)
      return [path]
    }
    // Staging would make the folder, and a mistyped path must not do that.
    guard OutputFile.isFolder(folder) else { throw Failure.cannotWrite(path) }
    return try stage(made, in: folder, for: path)
  }

  private func stage(
    _ files: [PageFiles.File], in folder: String, for target: String? = nil
  ) throws -> [String] {
    var staged = try StagedFolder(folder, for: target)
    for file in files { try staged.write(file.bytes, to: file.name) }
    try staged.publish()
    let place = folder.hasSuffix("/") ? folder : folder + "/"
    return files.map { folder == "." ? $0.name : place + $0.name }
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
