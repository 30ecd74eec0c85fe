package import Diagnosis
package import ReceiptModel

/// What `check` reports, as values: the findings, and what is needed to read them.
///
/// The same report gives the same bytes in every format.
package struct CheckReport: Sendable {
  package var zone: ReportZone
  /// "Now" for every judgement.
  package var asOf: Instant
  /// The judged stretch of cohort times, milliseconds UTC; `nil` without any.
  package var window: Range<Int64>?
  /// The names that people give their apps, by AppKey.
  package var appNames: [String: String]
  /// The counters of the judged days by AppKey, in that order.
  package var totals: [(appKey: String, counts: Counts)]
  /// The newest event of the ledger.
  package var newestEvent: Instant?
  /// Worst first.
  package var findings: [Finding]
  /// How to ask for the rows behind a finding.
  package var rows: RowsCommand
  /// Where a run's pages are; `nil` for a check by itself.
  package var index: IndexPlace?

  /// - Parameter ledgerOptions: what a command needs to find the same ledger, such as `--db` and its path.
  package init(
    _ evidence: Evidence, findings: [Finding], zone: ReportZone, appNames: [String: String] = [:],
    ledgerOptions: [String] = []
  ) {
    self.zone = zone
    asOf = Instant(milliseconds: evidence.scope.asOf)
    window = evidence.scope.window
    self.appNames = appNames
    totals = evidence.appKeys.map { ($0, evidence.counts(of: $0)) }
    newestEvent = evidence.health.newestEvent
    self.findings = findings.sorted()
    rows = RowsCommand(of: evidence, zone: zone, ledgerOptions: ledgerOptions)
  }

  /// The findings from a severity on, and those that say the data cannot be judged.
  package func findings(from severity: Severity) -> [Finding] {
    findings.filter { $0.severity >= severity || $0.code.isAboutJudging }
  }

  /// The same report with what is new or worse, and what says that the data cannot be judged.
  package var news: CheckReport {
    var report = self
    report.findings.removeAll { !($0.isNews && $0.isOpen) && !$0.code.isAboutJudging }
    return report
  }

  /// The same report with the findings from a severity on.
  package func limited(to severity: Severity) -> CheckReport {
    var report = self
    report.findings = findings(from: severity)
    return report
  }
}
