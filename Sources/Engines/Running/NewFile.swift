import Glibc

/// A file that is made and written at once, where none may be yet.
enum NewFile {
  static func write(_ text: String, to path: String, permissions: mode_t = 0o640) throws {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, permissions)
    guard descriptor >= 0 else { throw EngineError.writing(path) }
    defer { close(descriptor) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      // The pointer is used only inside the closure.
      let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw EngineError.writing(path) }
      bytes = bytes.dropFirst(count)
    }
  }
}
