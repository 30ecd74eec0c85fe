import ReceiptModel

/// A report in three numbers: how many findings of weight there are, and whether the data carry a judgement at all.
package struct ReportVerdict: Equatable, Sendable {
  package var critical: Int
  package var warnings: Int
  package var basis: Basis

  package init(critical: Int, warnings: Int, basis: Basis) {
    self.critical = critical
    self.warnings = warnings
    self.basis = basis
  }

  package enum Basis: Equatable, Sendable {
    /// No delivery was handed to a gateway in the reported days.
    case none
    /// The delivery rate cannot be told, or its Wilson limits are more than twenty percentage points apart.
    case tooThin
    case enough

    /// How far a rate can be trusted.
    init(_ rate: Rate) {
      guard let interval = rate.interval, interval.upperBound - interval.lowerBound <= 0.2 else {
        self = .tooThin
        return
      }
      self = .enough
    }
  }
}

extension ReportInput {
  /// The report's first line.
  package var verdict: ReportVerdict {
    let total = headline
    return ReportVerdict(
      critical: findings.count { $0.severity == .critical && $0.isOpen },
      warnings: findings.count { $0.severity == .warning && $0.isOpen },
      basis: total.hasData ? .init(Metric.confirmedRate.rate(total.counts)) : .none)
  }
}
