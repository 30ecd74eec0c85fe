import Files
import Glibc
package import Prose
import SQLite

/// A file that only its owner can read, open for adding to its end.
package final class PrivateFile {
  private let writer: DescriptorWriter

  /// - Throws: `Failure` of kind `cannotWrite`.
  package init(appendingTo path: String) throws {
    try OutputFile.refuseLedger(path)
    let descriptor = FileCall.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Failure.cannotWrite(path) }
    writer = DescriptorWriter(descriptor: descriptor, name: path)
  }

  deinit { close(writer.descriptor) }

  package func write(_ bytes: [UInt8]) throws { try writer.write(bytes.span) }
}

extension Failure {
  /// Why the last system call on an output failed.
  package static func cannotWrite(_ path: String) -> Failure {
    let code = errno
    // Neither a full disk nor one that fails is the fault of the place that was named.
    if code == EIO || SQLiteError.isFullDisk(code) {
      return Failure(.ioError, WriteError(cause: .system(code), name: path.escapedForTerminal()).message)
    }
    return Failure(
      .cannotWrite, "\(path.escapedForTerminal()): cannot write: \(SystemReason.text(code))",
      advice: advice(code))
  }

  private static func advice(_ code: Int32) -> Phrase {
    switch code {
    case ENOENT, ENOTDIR: "make its folder, or name another place"
    case EACCES, EPERM, EROFS: "name a place that you may write to"
    default: "name another place"
    }
  }
}
