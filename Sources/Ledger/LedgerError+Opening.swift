import Files
import Glibc
import Prose
import SQLite

extension LedgerError {
  /// What it means for the user that SQLite could not open a ledger.
  static func opening(_ path: String, _ error: SQLiteError) -> any Error {
    switch error.code {
    // SQLite reports a folder as a device that fails, or as a file that cannot be opened.
    case .ioError where isFolder(path), .cannotOpen where isFolder(path): LedgerError.folder(path: path)
    // Otherwise anyone who may write to the folder could lead a writer to any file of their own by a link.
    case .cannotOpen where isLink(path): LedgerError.link(path: path, to: StorePath.target(ofLink: path))
    case .cannotOpen where FileCall.access(path, F_OK) && !FileCall.access(path, R_OK):
      LedgerError.permission(path: path)
    case .cannotOpen: LedgerError.cannotWrite(path: path, why: .text(error.message))
    // SQLite plays a journal back and then removes it, which a folder may not allow.
    case .cannotDelete where !mayWrite(folderOf: path): LedgerError.permission(path: path)
    // Opening runs only statements of ours, so one that fails does not find what the file claims to hold.
    case .error, .corrupt: LedgerError.damaged(path: path, why: .text(error.message))
    case .notADatabase:
      LedgerError.foreign(path: path, why: "not a SQLite file, or one whose beginning is damaged")
    case .readOnly, .permission: LedgerError.permission(path: path)
    case .busy, .locked: LedgerError.busy(path: path)
    default: error
    }
  }

  private static func mayWrite(folderOf path: String) -> Bool {
    FileCall.access(StorePath.folder(of: path), W_OK)
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return FileCall.linkStatus(path, &status) && status.st_mode & S_IFMT == S_IFLNK
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return FileCall.status(path, &status) && status.st_mode & S_IFMT == S_IFDIR
  }
}
