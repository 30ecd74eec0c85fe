import Diagnosis
package import ReceiptModel

/// The findings and rates of a run, in the numbers that an overview of many runs needs.
package struct RunVerdict: Equatable, Sendable {
  /// A rate of the judged stretch.
  package struct NamedRate: Equatable, Sendable {
    package var name: String
    package var rate: Rate

    package init(name: String, rate: Rate) {
      self.name = name
      self.rate = rate
    }
  }

  package var state: CheckState
  package var critical: Int
  package var warnings: Int
  package var notes: Int
  /// The judged stretch of cohort times, milliseconds UTC; `nil` without any.
  package var window: Range<Int64>?
  /// Every rate over all AppKeys, in the order of `Metric`.
  package var rates: [NamedRate]

  /// - Parameter report: with all of its findings.
  package init(_ report: CheckReport) {
    state = CheckState(report.findings)
    let open = report.findings.filter(\.isOpen)
    critical = open.count { $0.severity == .critical }
    warnings = open.count { $0.severity == .warning }
    notes = open.count - critical - warnings
    window = report.window
    let total = report.totals.reduce(into: Counts()) { $0.add($1.counts) }
    rates = Metric.allCases.map { NamedRate(name: $0.rawValue, rate: $0.rate(total)) }
  }
}

extension CheckState {
  /// Its name in files for programs.
  package var name: String {
    switch self {
    case .ok: "ok"
    case .warning: "warning"
    case .unjudged: "unjudged"
    case .critical: "critical"
    }
  }
}
