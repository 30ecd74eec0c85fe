/// How the program ends, as scripts see it.
///
/// The numbers are public and follow `sysexits.h` where it has one.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  /// Something nobody foresaw: a bug.
  case bug = 1
  case warning = 10
  case critical = 20
  /// The newest data is too old, or there is too little of it to judge.
  case stale = 30
  case usage = 64
  case inputUnusable = 65
  case inputMissing = 66
  /// A query was stopped at a limit; an engine is not there or gave no result.
  case unavailable = 69
  /// An invariant of the ledger does not hold.
  case inconsistent = 70
  case cannotWrite = 73
  case ioError = 74
  /// Another run holds the lock.
  case busy = 75
  case permission = 77
  case configuration = 78
  case interrupted = 130

  /// One line for the help text.
  package var meaning: String {
    switch self {
    case .done: "done; for check and run: nothing at or above the limit"
    case .bug: "unexpected failure: a bug"
    case .warning: "check, run: the worst finding is a warning"
    case .critical: "check, run: the worst finding is critical"
    case .stale: "check, run: data stale, or too thin to judge"
    case .usage: "usage"
    case .inputUnusable: "input unusable: unknown format, or too many lines refused"
    case .inputMissing: "input missing or unreadable"
    case .unavailable: "query stopped at a limit, or an engine missing or failed"
    case .inconsistent: "internal inconsistency: an invariant does not hold"
    case .cannotWrite: "cannot write output"
    case .ioError: "I/O error, such as a full disk"
    case .busy: "another run holds the lock; try later"
    case .permission: "permission denied"
    case .configuration: "configuration, or a store of another program or of another version"
    case .interrupted: "interrupted; what was committed stays"
    }
  }
}
