import CommandLineKit
import Glibc
import LogReading

/// Reads small files that a user names.
enum TextFile {
  /// The names of what is in a folder, sorted by bytes.
  ///
  /// - Throws: `CommandFailure` with exit code 66 or 77.
  static func names(in folder: String) throws(CommandFailure) -> [String] {
    guard let names = FolderList.names(in: folder) else { throw unreadable(folder) }
    return names
  }

  /// The text of a file, or of standard input when the path is `-`.
  ///
  /// - Parameter kind: what the file should be, for messages.
  /// - Throws: `CommandFailure` with exit code 66 or 77, or 64 for what is larger than `limit` or no UTF-8.
  static func read(_ path: String, limit: Int, of kind: String = "query") throws(CommandFailure) -> String {
    let descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw unreadable(path) }
    defer { if path != "-" { close(descriptor) } }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = unsafe Glibc.read(descriptor, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(path) }
      guard count > 0 else { break }
      bytes += block[..<count]
      guard bytes.count <= limit else {
        throw CommandFailure(
          .usage, "\(path.escapedForTerminal()): larger than \(limit / 1024) KiB, so no \(kind)")
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.usage, "\(path.escapedForTerminal()): not valid UTF-8")
    }
    return text
  }

  private static func unreadable(_ path: String) -> CommandFailure {
    let number = errno
    let reason = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    return CommandFailure(
      number == EACCES || number == EPERM ? .permission : .inputMissing,
      "\(path.escapedForTerminal()): \(reason)")
  }
}
