import Glibc

/// What is in a folder.
enum FolderList {
  /// The names in it but `.` and `..`, in the order of the system; none of a folder that cannot be read or is a link.
  static func names(in folder: String) -> [String] {
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0, let stream = unsafe fdopendir(descriptor) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      // d_name ends with a NUL byte and is valid until the next readdir; it is copied here.
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      names.append(String(decoding: name, as: UTF8.self))
    }
    return names.filter { $0 != "." && $0 != ".." }
  }
}

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
