package import ReceiptModel

/// What findings amount to, from good to bad.
///
/// Data that cannot be judged rank between a warning and something critical: nobody knows then whether something
/// critical is going on.
package enum CheckState: Int, Comparable, CaseIterable, Sendable {
  case ok
  case warning
  /// Stale, or too thin.
  case unjudged
  case critical

  /// The worst of some findings that are to wake somebody; notes are fine.
  package init(_ findings: some Sequence<Finding>) {
    self = findings.map(Self.init).max() ?? .ok
  }

  private init(_ finding: Finding) {
    if !finding.isOpen {
      self = .ok
    } else if finding.severity == .critical {
      // Nobody knows that it still stands.
      self = finding.state == .noTraffic ? .warning : .critical
    } else if finding.code.isAboutJudging {
      self = .unjudged
    } else {
      self = finding.severity == .warning ? .warning : .ok
    }
  }

  package static func < (left: CheckState, right: CheckState) -> Bool { left.rawValue < right.rawValue }
}
