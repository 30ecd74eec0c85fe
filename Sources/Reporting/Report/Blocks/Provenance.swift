import Prose
import ReceiptModel

extension DailyReport {
  /// What the report was made from, and how to make it again.
  static func provenance(_ input: ReportInput) -> [Page.Block] {
    let scope = input.scope.all
    let rows: [[Phrase]] = [
      ["Made by", "pushledger \(input.toolVersion)"],
      ["Days", input.dayText],
      ["Window", input.window.isEmpty ? "none named" : .text(input.window)],
      ["Time zone", .text(input.zone.name)],
      ["As of", input.time(Instant(milliseconds: scope.asOf))],
      ["AppKeys", scope.appKeys.isEmpty ? "all" : scope.appKeys.map(input.app).joined()],
      ["Language", .text(input.origin.language)],
      ["Data (SHA-256)", .code(input.dataDigest)],
      ["Template (SHA-256)", .code(input.origin.template)],
      ["Settings (SHA-256)", .code(input.origin.settings)],
      ["Definitions (SHA-256)", .code(MetricDictionary.digest)],
    ]
    var blocks: [Page.Block] = [.table(PageTable([.text("Provenance"), .text(.empty)], rows: rows))]
    if !input.queries.isEmpty {
      blocks.append(
        .table(
          PageTable(
            [.text("Query"), .text("SHA-256")],
            rows: input.queries.map { [.text($0.name), .text($0.digest)] })))
    }
    return blocks + [
      .paragraph("The same report again, from the same ledger and with the same configuration:"),
      .code(ReportProvenance.lines(input)),
    ]
  }
}
