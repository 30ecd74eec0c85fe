import CSQLite
import Files
import Glibc

/// What SQLite refused, with its extended code; never with a bound value.
package struct SQLiteError: Error, Sendable, CustomStringConvertible {
  /// With its extension.
  package var code: ResultCode
  /// SQLite's own words.
  package var message: String
  /// What was being done: the file, or the statement's text.
  package var context: String

  package var description: String { "\(context): \(message) (SQLite code \(code.rawValue))" }
}

extension SQLiteError {
  /// A failed system call in the words and codes that SQLite has for it, so that a full disk is one thing everywhere.
  package init(errno code: Int32, context: String) {
    let known: ResultCode =
      switch code {
      case _ where Self.isFullDisk(code): .full
      case EACCES, EPERM, EROFS: .permission
      case ENOENT, ENOTDIR, EMFILE, ENFILE: .cannotOpen
      default: .ioError
      }
    self.init(code: known, message: SystemReason.text(code), context: context)
  }

  /// What a connection says of its last failure.
  ///
  /// Of all that keeps a file from growing SQLite calls only one a full disk; the others are I/O errors or files that
  /// cannot be opened to it. It keeps the number of the failed call for itself when a commit fails; then only `errno`
  /// has it, which is why this has to be called at once.
  ///
  /// - Parameter path: of the connection's file.
  init(of connection: OpaquePointer, path: String, context: String) {
    let last = errno
    let kept = unsafe sqlite3_system_errno(connection)
    let system = Self.isFullDisk(kept) ? kept : last
    self.init(
      code: ResultCode(rawValue: unsafe sqlite3_extended_errcode(connection)),
      message: unsafe String(cString: sqlite3_errmsg(connection)), context: context)
    switch code {
    case .ioError where Self.isFullDisk(system), .cannotOpen where Self.isFullDisk(system):
      self.init(errno: system, context: context)
    case .cannotOpen:
      guard let (folder, code) = Self.fullFolder(beside: path) else { return }
      self.init(errno: code, context: folder)
    default: break
    }
  }

  /// The folder of a journal or a temporary file when no file can be made there for want of room.
  ///
  /// A file that cannot be made SQLite tries to open as it is, and then knows only that it is not there.
  private static func fullFolder(beside path: String) -> (folder: String, errno: Int32)? {
    var folders: [String] = []
    for name in ["SQLITE_TMPDIR", "TMPDIR"] {
      if let value = unsafe getenv(name) { folders.append(unsafe String(cString: value)) }
    }
    folders.append(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".")
    for folder in folders + ["/var/tmp", "/usr/tmp", "/tmp"] {
      let code = unsafe csqlite_try_new_file(folder)
      if isFullDisk(code) { return (folder, code) }
    }
    return nil
  }

  /// Whether a call failed for want of room: on the disk, in a quota, or in a file of limited size.
  package static func isFullDisk(_ errno: Int32) -> Bool { [ENOSPC, EDQUOT, EFBIG].contains(errno) }
}
