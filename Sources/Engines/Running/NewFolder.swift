import Glibc

/// Folders for a while.
enum NewFolder {
  /// Makes a folder under a name that nobody had.
  ///
  /// - Parameters:
  ///   - prefix: its path but for the last six characters.
  ///   - target: the path that the user knows, for messages.
  static func make(_ prefix: String, for target: String) throws -> String {
    var name = Array("\(prefix)XXXXXX".utf8CString)
    guard unsafe mkdtemp(&name) != nil else { throw EngineError.writing(target) }
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
