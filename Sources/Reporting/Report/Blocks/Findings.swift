internal import ReceiptModel

extension DailyReport {
  /// Each finding with what it rests on and what to do, worst first.
  static func findings(_ input: ReportInput) -> String {
    guard !input.findings.isEmpty else { return "No findings." }
    let scope = input.scope.headline
    let rows = RowsCommand(
      window: scope.window, asOf: Instant(milliseconds: scope.asOf), zone: input.zone)
    return FindingsMarkdown(zone: input.zone, appNames: input.appNames, rows: rows).text(of: input.findings)
  }
}
