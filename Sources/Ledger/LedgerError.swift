import Files
import Glibc
package import Prose
import SQLite

/// What keeps a ledger from being opened or written, in words for the user.
package enum LedgerError: Error, Equatable, CustomStringConvertible {
  /// No file at this path.
  case missing(path: String)
  /// An empty file, such as a first import leaves when it ends at its beginning.
  case unfilled(path: String)
  /// A folder stands where the ledger should be.
  case folder(path: String)
  /// A symbolic link stands where the ledger should be.
  case link(path: String, to: String?)
  case permission(path: String)
  /// Another program's SQLite file, or no SQLite file.
  case foreign(path: String, why: Phrase)
  /// A ledger of another version of this program.
  case otherVersion(path: String, version: Int64)
  case damaged(path: String, why: Phrase)
  /// Another run holds the lock.
  case busy(path: String)
  /// It was asked to stop while another run held the lock.
  case stopped(path: String)
  /// It was asked to stop and gave up what was under way.
  case givenUp(path: String)
  case cannotWrite(path: String, why: Phrase)
  /// The disk has no room left, or fails, with this `errno`.
  case disk(path: String, code: Int32)
  /// It holds device ids of another kind than those to look for or to add.
  case otherDeviceIDs(path: String, DeviceIDConflict)
  /// An invariant of the ledger does not hold.
  case inconsistent(String)

  package var description: String { words.told() }

  /// What went wrong and what to do about it; paths are in it as they are.
  package var words: Phrase {
    switch self {
    case .missing(let path): "\(path): no such ledger; `pushledger import` makes one"
    case .unfilled(let path):
      "\(path): an empty file and no ledger yet, as an import leaves that ends at its beginning; run it again to fill it"
    case .permission(let path):
      """
      \(path): permission denied; a ledger is for its owner alone, who has to be able to write its folder. Run as that \
      user, or have them open it to you
      """
    case .folder(let path): "\(path): a folder; name the ledger's file with --db"
    case .link(let path, let place?):
      "\(path): a symbolic link, which no ledger is opened by; name \(place) with --db"
    case .link(let path, nil): "\(path): a symbolic link that leads nowhere; name the ledger's file with --db"
    case .foreign(let path, let why): "\(path): \(why); it was not touched. Name another file with --db"
    case .otherVersion(let path, let version):
      """
      \(path): a ledger of version \(figure: "\(version)"), and this program reads version \(figure: "\(Schema.version)"); it was not touched. Use \
      the program that wrote it, or name a new file with --db and import the logs into that
      """
    case .damaged(let path, let why):
      "\(path): the store is damaged: \(why). Restore a copy, or import the logs anew"
    case .busy(let path): "\(path): another run holds the lock; try later, or wait for it with --wait SECONDS"
    case .stopped(let path): "\(path): interrupted while another run held the lock; nothing was done"
    case .givenUp(let path):
      "\(path): interrupted; what was not complete is not in the ledger. Run the same command again to go on"
    case .cannotWrite(let path, let why): "\(path): cannot write: \(why)"
    case .disk(let path, let code) where SQLiteError.isFullDisk(code):
      "disk full: \(path); make room and run the same command again"
    case .disk(let path, let code):
      "\(path): \(SystemReason.text(code)); run the same command again when the device is well"
    case .otherDeviceIDs(let path, let conflict): "\(path): \(conflict.words)"
    case .inconsistent(let what): "the ledger contradicts itself: \(what). Please report this"
    }
  }

  /// Why a file could not be made or written.
  static func writing(_ path: String, errno code: Int32) -> LedgerError {
    switch code {
    case EACCES, EPERM, EROFS: .permission(path: path)
    case EIO: .disk(path: path, code: code)
    case _ where SQLiteError.isFullDisk(code): .disk(path: path, code: code)
    default: .cannotWrite(path: path, why: .text(SystemReason.text(code)))
    }
  }

}
