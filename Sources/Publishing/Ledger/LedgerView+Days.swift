import ConfigurationReading
import Diagnosis
import Ledger
package import ReceiptModel
package import Reporting

extension LedgerView {
  /// The days of the window that was named, with history before them; `nil` when none was named.
  package func namedDays() throws -> ReportScope? {
    guard since != nil || until != nil else { return nil }
    let span = try store.cohortSpan()
    let start = since?.milliseconds ?? span?.lowerBound ?? scope.asOf
    let end = until?.milliseconds ?? span?.upperBound ?? scope.asOf
    return .window(
      start..<max(start, end), zone: zone, appKeys: scope.appKeys, asOf: scope.asOf, settle: scope.settle)
  }

  /// What `check` judges: the window that was named, else the last 24 hours whose receipts have had time to come in.
  func checkedDays() throws -> ReportScope {
    try namedDays()
      ?? .settledDay(zone: zone, appKeys: scope.appKeys, asOf: scope.asOf, settle: scope.settle)
  }

  /// What `check` reports.
  ///
  /// - Parameter ledgerOptions: the options by which another command finds the same ledger.
  package func checkReport(ledgerOptions: [String]) throws -> CheckReport {
    let days = try checkedDays()
    let evidence = try evidence(judging: days.headline, history: days.all.days)
    return CheckReport(
      evidence, findings: Diagnosis.findings(evidence), zone: zone, appNames: configuration.appNames,
      ledgerOptions: ledgerOptions)
  }

  /// The findings of an export: of the window with its history, or of all there is.
  package func findings() throws -> [Finding] {
    try own.findings.value {
      guard let days = try namedDays() else {
        return Diagnosis.findings(try evidence(judging: scope, history: scope.days))
      }
      return Diagnosis.findings(try evidence(judging: days.headline, history: days.all.days))
    }
  }
}
