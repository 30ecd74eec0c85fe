import CommandLineKit
import Reporting

/// Where rendered reports go, and as what.
struct ReportOutput {
  /// A file, or a folder; `nil` for standard output.
  let path: String?
  let format: PageFormat

  /// - Parameter format: as asked for; without, what the file's name ends in decides, and otherwise it is Markdown.
  init(path: String?, format: PageFormat?) {
    let name = (path ?? "").lowercased()
    self.path = path
    self.format = format ?? ([".html", ".htm"].contains { name.hasSuffix($0) } ? .html : .markdown)
  }

  /// Writes the pages with their pictures; what is in a file or folder is replaced together.
  ///
  /// - Throws: `CommandFailure` with exit code 73.
  func write(_ pages: [(name: String, page: Page)]) throws {
    let writer = PageFiles()
    guard let path else {
      try DescriptorWriter.standardOutput.write(writer.text(of: .joined(pages.map(\.page)), as: format))
      return
    }
    if OutputFile.isFolder(path) {
      return try stage(pages.flatMap { writer.files(of: $0.page, stem: $0.name, as: format) }, in: path)
    }
    let (folder, name) = Self.split(path)
    let files = writer.files(
      of: .joined(pages.map(\.page)), stem: Self.stem(of: name), as: format, name: name)
    if files.count == 1 { return try OutputFile.replace(path, with: files[0].bytes) }
    // Staging would make the folder, which a mistyped path is not to do.
    guard OutputFile.isFolder(folder) else { throw CommandFailure.cannotWrite(path) }
    try stage(files, in: folder)
  }

  private func stage(_ files: [PageFiles.File], in folder: String) throws {
    var staged = try StagedFolder(folder)
    for file in files { try staged.write(file.bytes, to: file.name) }
    try staged.publish()
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let cut = path.lastIndex(of: "/") else { return (".", path) }
    let folder = cut == path.startIndex ? "/" : String(path[..<cut])
    return (folder, String(path[path.index(after: cut)...]))
  }

  /// `daily` of `daily.md`; names that begin with their only point keep it.
  private static func stem(of name: String) -> String {
    guard let point = name.lastIndex(of: "."), point > name.startIndex else { return name }
    return String(name[..<point])
  }
}

extension PageFormat: ArgumentValue {}
