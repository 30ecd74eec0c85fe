import Prose
import ReceiptModel

extension DailyReport {
  /// Each finding with what it rests on and what to do, worst first.
  static func findings(_ input: ReportInput) -> [Page.Block] {
    guard !input.findings.isEmpty else { return [.paragraph("No findings.")] }
    let scope = input.scope.headline
    let rows = RowsCommand(
      window: scope.window, asOf: Instant(milliseconds: scope.asOf), zone: input.zone,
      loadedDays: input.health.loadedDays)
    return FindingsList(zone: input.zone, appNames: input.appNames, rows: rows).blocks(of: input.findings)
  }
}
