import ConfigurationReading
import Diagnosis
import Ledger
import ReceiptModel
package import Reporting

extension RunOutcome {
  /// What an index leads with, of the day that the daily report is about.
  ///
  /// Counters alone, and app versions only where the headline asks for them: a run without news is to stay short.
  package func newestDay() throws -> ReportInput {
    let store = judged.store
    let span = try store.cohortSpan(begunBy: asOf) ?? store.cohortSpan()
    let scope = try ReportScope.latest(
      history: RunIndex.trendLength - 1, span: span, zone: judged.zone, appKeys: judged.scope.appKeys,
      asOf: judged.scope.asOf, settle: judged.scope.settle, cells: store.channelCells)
    let concerning = try judged.judged(concerning: scope, areDated: false)
    var evidence = Evidence(
      scope: scope.headline, cells: try store.channelCells(scope.all), history: scope.all.days)
    if concerning.findings.contains(where: \.code.isAboutLostReceipts) {
      evidence.versions = try store.versionCells(scope.headline)
    }
    return ReportInput(
      toolVersion: judged.toolVersion, zone: judged.zone, scope: scope,
      appNames: judged.configuration.appNames, channelTable: judged.configuration.channels,
      evidence: evidence, findings: concerning.findings, rows: concerning.rows, command: "")
  }
}
