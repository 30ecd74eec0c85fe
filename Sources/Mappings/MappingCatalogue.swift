import CMappings
package import ReceiptModel

/// The mappings that come with the program: the files of `mappings/`.
package enum MappingCatalogue {
  /// Their names, in the order in which a log is compared with them.
  package static var names: [String] { files.map(\.name) }

  /// The file of a mapping, as its author wrote it.
  package static func text(of name: String) -> String? {
    files.first { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  package static func mapping(_ name: String) -> SourceMapping? {
    files.first { $0.name == name }.map(read)
  }

  /// All of them, read when they are first asked for: some thousand lines.
  package static let all: [SourceMapping] = files.map(read)

  private static func read(_ file: File) -> SourceMapping {
    do throws(MappingError) {
      return try SourceMapping(json5: file.bytes, name: file.name)
    } catch {
      preconditionFailure("\(file.name).json5: \(error.message)")
    }
  }

  private struct File {
    var name: String
    var bytes: [UInt8]
  }

  private static var files: [File] {
    var count = 0
    // The files are constants of the program; what is read here is copied.
    let start = unsafe pushledger_mappings(&count)
    return unsafe UnsafeBufferPointer(start: start, count: count).map { file in
      unsafe File(
        name: String(cString: file.name),
        bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
    }
  }
}
