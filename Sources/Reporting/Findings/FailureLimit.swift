/// The severity from which on a check does not end with 0; the raw value is what people type after `--fail-on`.
package enum FailureLimit: String, CaseIterable, Sendable {
  case warning, critical, never

  package static var names: [String] { allCases.map(\.rawValue) }

  /// The state as it counts: itself, or good when it is below the limit.
  ///
  /// Data that cannot be judged count for `critical` too: nobody knows then that nothing critical is going on.
  package func counted(_ state: CheckState) -> CheckState {
    switch self {
    case .warning: state
    case .critical: state == .warning ? .ok : state
    case .never: .ok
    }
  }

  /// Whether a mail would say nothing that anybody asked for.
  ///
  /// `never` is about the exit code only, so warnings still count.
  package func isQuiet(about state: CheckState) -> Bool {
    (self == .never ? state : counted(state)) == .ok
  }
}
