internal import CSQLite
internal import Glibc

/// What SQLite refused, with its extended code; never with a bound value.
package struct SQLiteError: Error, Sendable, CustomStringConvertible {
  /// SQLite's extended result code.
  package var code: Int32
  /// SQLite's own words.
  package var message: String
  /// What was being done: the file, or the statement's text.
  package var context: String

  package var description: String { "\(context): \(message) (SQLite code \(code))" }

  /// The code without its extension: SQLITE_BUSY, SQLITE_FULL and so on.
  package var primaryCode: Int32 { code & 0xFF }
}

extension SQLiteError {
  /// A failed system call in the words and codes that SQLite has for it, so that a full disk is one thing everywhere.
  package init(errno code: Int32, context: String) {
    let known =
      switch code {
      case ENOSPC, EDQUOT, EFBIG: SQLITE_FULL
      case EACCES, EPERM, EROFS: SQLITE_PERM
      case ENOENT, ENOTDIR, EMFILE, ENFILE: SQLITE_CANTOPEN
      default: SQLITE_IOERR
      }
    self.init(code: known, message: unsafe String(cString: strerror(code)), context: context)
  }
}
