import Engines
import Files
import Importing
import Ledger
package import Prose
import SQLite

extension Failure {
  /// An error of any layer in the program's words.
  package init(_ error: any Error) {
    self =
      switch error {
      case let convertible as any FailureConvertible: convertible.failure
      case let write as WriteError: Failure(.ioError, write.message)
      case let ledger as LedgerError: Failure(ledger.kind, ledger.words.escapedForTerminal(limit: 600))
      case let standstill as ImportStandstill:
        Failure(.inconsistent, standstill.words.escapedForTerminal(limit: 600))
      case let engine as EngineError:
        Failure(
          engine.failure, engine.message.escapedForTerminal(limit: 600),
          advice: engine.advice?.escapedForTerminal(limit: 600))
      case let sqlite as SQLiteError: .of(sqlite)
      case let key as PseudonymKeyError:
        Failure(
          key.isPermission ? .permission : .configuration, key.words.escapedForTerminal(limit: 600),
          advice: key.advice)
      default: Failure(.bug, "unexpected failure: \(String(describing: error).escapedForTerminal())")
      }
  }

  private static func of(_ error: SQLiteError) -> Failure {
    let text = Phrase.text(error.description.escapedForTerminal(limit: 600))
    // SQLite tells a full disk in several ways: full, an I/O error while writing, or a limit on the file's size.
    switch error.code {
    case .busy, .locked: return Failure(.busy, text, advice: "another run is at work; try later")
    // Whatever was under way; what was committed before stays.
    case .interrupted:
      return Failure(
        .interrupted, "interrupted; the ledger holds only what was complete",
        advice: "run the same command again to continue")
    case .full:
      return Failure(
        .ioError, "disk full: \(text)", advice: "make room and run the same command again")
    case .ioError:
      return Failure(.ioError, text, advice: "run the same command again when the device works")
    // All statements but users' own, which tell their errors themselves, are of this program: one that fails does not
    // find what the file says it holds.
    case .error, .corrupt, .notADatabase:
      return Failure(
        .ioError, "the store is damaged: \(text)", advice: "restore a copy, or import the logs anew")
    // What holds of every row of a sound ledger holds of what is written, too.
    case .constraint:
      return Failure(
        .inconsistent, "the ledger contradicts itself: \(text)",
        advice: "`pushledger verify` says where; restore a copy, or import the logs anew")
    // The file is no longer under its name, or the system could not say whether it is.
    case .moved:
      return Failure(
        .ioError, "the store's file was moved, or cannot be examined: \(text)",
        advice: "run the same command again")
    case .readOnly, .permission, .notAuthorized: return Failure(.permission, text)
    case .cannotOpen: return Failure(.cannotWrite, text)
    default: return Failure(.bug, text)
    }
  }
}

extension LedgerError {
  fileprivate var kind: Failure.Kind {
    switch self {
    case .missing, .unfilled: .inputMissing
    case .permission: .permission
    case .foreign, .otherVersion, .otherDeviceIDs: .configuration
    case .folder: .usage
    case .damaged, .disk: .ioError
    case .busy: .busy
    case .stopped, .givenUp: .interrupted
    case .cannotWrite, .link: .cannotWrite
    case .inconsistent: .inconsistent
    }
  }
}

extension EngineError {
  fileprivate var failure: Failure.Kind {
    switch kind {
    case .usage: .usage
    case .inputMissing: .inputMissing
    case .inputUnusable: .inputUnusable
    case .engineMissing, .engineFailed: .unavailable
    case .cannotWrite: .cannotWrite
    case .diskFull, .deviceFailed: .ioError
    case .interrupted: .interrupted
    }
  }
}
