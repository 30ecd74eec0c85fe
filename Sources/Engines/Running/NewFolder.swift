import Files

/// Temporary folders.
enum NewFolder {
  /// Makes a folder under a name that nobody had.
  ///
  /// - Parameters:
  ///   - prefix: its path but for the last six characters.
  ///   - target: the path that the user knows, for messages.
  static func make(_ prefix: String, for target: String) throws -> String {
    guard let folder = FileCall.newFolder(prefix) else { throw EngineError.writing(target) }
    return folder
  }
}
