import CommandLineKit
import Reporting

/// From what on a check does not end with 0; the raw value is what people type after `--fail-on`.
enum FailureLimit: String, CaseIterable, ArgumentValue {
  case warning, critical, never

  /// What counts of a state: itself, or that all is well.
  ///
  /// Data that cannot be judged count for `critical` too: nobody knows then that nothing critical is going on.
  func counted(_ state: CheckState) -> CheckState {
    switch self {
    case .warning: state
    case .critical: state == .warning ? .ok : state
    case .never: .ok
    }
  }

  /// Whether a mail would say nothing that somebody asked for; `never` is about the exit code, and tells warnings.
  func isQuiet(about state: CheckState) -> Bool {
    (self == .never ? state : counted(state)) == .ok
  }
}

extension CheckState {
  var exitCode: ExitCode {
    switch self {
    case .ok: .done
    case .warning: .warning
    case .unjudged: .stale
    case .critical: .critical
    }
  }

  /// What an exit code of `check` says.
  init(_ code: ExitCode) {
    switch code {
    case .done: self = .ok
    case .warning: self = .warning
    case .critical: self = .critical
    default: self = .unjudged
    }
  }
}
