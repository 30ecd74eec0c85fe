import Prose
import ReceiptModel

extension DailyReport {
  /// What the report was made from, and how to make it again.
  static func provenance(_ input: ReportInput) -> [Page.Block] {
    var blocks: [Page.Block] = [
      .paragraph(
        "The same report again, from the same ledger and configuration:"),
      .code(ReportProvenance.lines(input)),
    ]
    if !input.queries.isEmpty {
      blocks.append(
        .table(
          PageTable(
            [.text("Query"), .text("SHA-256")],
            rows: input.queries.map { [.text($0.name), .text($0.digest)] })))
    }
    return blocks
  }
}
