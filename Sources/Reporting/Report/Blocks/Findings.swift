import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  /// Each finding with what it rests on and what to do, worst first.
  static func findings(_ input: ReportInput) -> [Page.Block] {
    guard !input.findings.isEmpty else { return [.paragraph("No findings.")] }
    return FindingsList(zone: input.zone, appNames: input.appNames, rows: input.rows)
      .blocks(of: input.findings)
  }
}
