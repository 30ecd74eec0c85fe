import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  /// Each finding in a line, worst first, with what it rests on and what to do as details.
  static func findings(_ input: ReportInput) -> [Page.Block] {
    guard !input.findings.isEmpty else { return [.paragraph("No findings.")] }
    return findingLines(input.findings, input)
  }

  /// Each finding in a line, worst first, with what to do next.
  static func nextSteps(_ input: ReportInput) -> [Page.Block] {
    guard !input.findings.isEmpty else { return [.paragraph("No findings.")] }
    return findingLines(input.findings, input, depth: .nextStep) + [
      .paragraph("`pushledger check` says what they rest on.")
    ]
  }

  static func findingLines(
    _ findings: [Finding], _ input: ReportInput, depth: FindingLines.Depth = .everything
  ) -> [Page.Block] {
    let list = FindingsList(zone: input.zone, appNames: input.appNames, rows: input.rows)
    return FindingLines(list: list, depth: depth).blocks(of: findings)
  }
}
