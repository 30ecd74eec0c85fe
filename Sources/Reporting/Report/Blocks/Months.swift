import Prose
import ReceiptModel

extension DailyReport {
  /// The calendar months that the ledger has days of, up to the reported days, with their rates.
  static func months(_ input: ReportInput) -> [Page.Block] {
    guard !input.months.isEmpty else { return [.paragraph("No data.")] }
    let table = PageTable(
      [.text("Month"), .number("Days"), .number("Sends")] + trendMetrics.map { .number($0.title) },
      rows: input.months.map { month in
        [.text(month.name), Figures.count(month.days), Figures.count(month.counts[.sent])]
          + trendMetrics.map { Figures.percent($0.rate(month.counts)) }
      })
    return [.table(table)]
  }
}
