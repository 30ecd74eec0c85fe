import Files
import Glibc

/// A file that is made and written at once, where none may be yet.
enum NewFile {
  static func write(_ text: String, to path: String, permissions: mode_t = 0o640) throws {
    let descriptor = FileCall.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, permissions)
    guard descriptor >= 0 else { throw EngineError.writing(path) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard SystemCall.write(bytes.span, to: descriptor) else { throw EngineError.writing(path) }
  }
}
