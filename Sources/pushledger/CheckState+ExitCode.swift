import CommandLineKit
import Operations
import Reporting

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

extension ExitCode {
  init(_ ending: RunEnding) {
    switch ending {
    case .judged(let state): self = state.exitCode
    case .failed(let kind): self = ExitCode(kind)
    }
  }
}
