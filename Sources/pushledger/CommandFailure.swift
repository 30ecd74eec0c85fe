import CommandLineKit
import Importing
import Ledger
import SQLite
import UserFiles

extension CommandFailure {
  /// An error of any layer in the program's words.
  static func of(_ error: any Error) -> any ProgramError {
    switch error {
    case let known as any ProgramError: known
    case let ledger as LedgerError:
      CommandFailure(ledger.exitCode, ledger.description.escapedForTerminal(limit: 600))
    case let standstill as ImportStandstill:
      CommandFailure(.inconsistent, standstill.description.escapedForTerminal(limit: 600))
    case let refusal as LoadRefusal:
      CommandFailure(
        refusal.exitCode, refusal.description.escapedForTerminal(limit: 1000),
        advice: refusal.remedy.escapedForTerminal(limit: 400))
    case let sqlite as SQLiteError: of(sqlite)
    case let key as PseudonymKeyError:
      CommandFailure(
        key.isPermission ? .permission : .configuration, key.description.escapedForTerminal(limit: 600),
        advice: key.advice)
    default: CommandFailure(.bug, "unexpected failure: \(String(describing: error).escapedForTerminal())")
    }
  }

  private static func of(_ error: SQLiteError) -> CommandFailure {
    let text = error.description.escapedForTerminal(limit: 600)
    // SQLite tells a full disk in several ways: full, an I/O error while writing, or a limit on the file's size.
    switch error.code {
    case .busy, .locked: return CommandFailure(.busy, text, advice: "another run is at work; try later")
    // Whatever was under way; what was committed before stays.
    case .interrupted:
      return CommandFailure(
        .interrupted, "interrupted; the ledger holds only what was complete",
        advice: "run the same command again to continue")
    case .full:
      return CommandFailure(
        .ioError, "disk full: \(text)", advice: "make room and run the same command again")
    case .ioError:
      return CommandFailure(.ioError, text, advice: "run the same command again when the device works")
    // All statements but users' own, which tell their errors themselves, are of this program: one that fails does not
    // find what the file says it holds.
    case .error, .corrupt, .notADatabase:
      return CommandFailure(
        .ioError, "the store is damaged: \(text)", advice: "restore a copy, or import the logs anew")
    // What holds of every row of a sound ledger holds of what is written, too.
    case .constraint:
      return CommandFailure(
        .inconsistent, "the ledger contradicts itself: \(text)",
        advice: "`pushledger verify` says where; restore a copy, or import the logs anew")
    // The file is no longer under its name, or the system could not say whether it is.
    case .moved:
      return CommandFailure(
        .ioError, "the store's file was moved, or cannot be examined: \(text)",
        advice: "run the same command again")
    case .readOnly, .permission, .notAuthorized: return CommandFailure(.permission, text)
    case .cannotOpen: return CommandFailure(.cannotWrite, text)
    default: return CommandFailure(.bug, text)
    }
  }
}

extension LoadRefusal {
  var exitCode: ExitCode {
    switch cause {
    case .missing: .inputMissing
    case .folder, .ledger: .inputUnusable
    case .device: .ioError
    case .settings: .configuration
    }
  }
}

extension LedgerError {
  var exitCode: ExitCode {
    switch self {
    case .missing, .unfilled: .inputMissing
    case .permission: .permission
    case .foreign, .otherVersion, .otherDeviceIDs, .loadedByOtherSettings: .configuration
    case .folder, .partOfLoadedHour: .usage
    case .damaged, .disk: .ioError
    case .busy: .busy
    case .stopped, .givenUp: .interrupted
    case .cannotWrite, .link: .cannotWrite
    case .inconsistent: .inconsistent
    }
  }
}
