import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  /// Each finding in a line, worst first, with what it rests on and what to do as details.
  static func findings(_ input: ReportInput) -> [Page.Block] {
    guard !input.findings.isEmpty else { return [.paragraph("No findings.")] }
    return findingLines(input.findings, input)
  }

  static func findingLines(_ findings: [Finding], _ input: ReportInput) -> [Page.Block] {
    FindingLines(list: FindingsList(zone: input.zone, appNames: input.appNames, rows: input.rows))
      .blocks(of: findings)
  }
}
