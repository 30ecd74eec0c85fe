import Prose
import ReceiptModel

extension DailyReport {
  /// The most days a table lists; sparklines and chart cover the same days.
  static let longestTrend = 31
  static let trendMetrics: [Metric] = [.sendSuccessRate, .confirmedRate, .ackRate, .openRateSent]

  /// The places of the days that tables, charts and sparklines cover; those before the ledger begins say nothing.
  static func trendDays(_ input: ReportInput, length: Int = longestTrend) -> [Int] {
    let first = input.days.indices.first { input.total($0..<$0 + 1).hasData }
    return first.map { Array(input.days.indices[$0...].suffix(length)) } ?? []
  }

  /// Each day with its rates.
  static func trend(_ input: ReportInput) -> [Page.Block] {
    let days = trendDays(input)
    guard let start = days.first else { return [.paragraph("No data.")] }
    let first = input.days.indices.first { input.total($0..<$0 + 1).hasData } ?? start
    let totals = days.map { input.total($0..<$0 + 1) }
    let table = PageTable(
      [.text("Day"), .number("Sends")] + trendMetrics.map { .number($0.title) },
      rows: zip(days, totals).map { day, total in
        let name = input.label(input.days[day])
        return [
          scopeMark(day, input, name), total.hasData ? Figures.count(total.counts[.sent]) : "no data",
        ] + trendMetrics.map { total.hasData ? Figures.percent($0.rate(total.counts)) : "no data" }
      })
    return [.table(table)] + left(start - first)
  }

  /// Marks the reported days among their history.
  private static func scopeMark(_ day: Int, _ input: ReportInput, _ name: Phrase) -> Phrase {
    input.scope.reported.contains(day) ? "**\(name)**" : name
  }

  private static func left(_ more: Int) -> [Page.Block] {
    guard more > 0 else { return [] }
    return [.paragraph(more == 1 ? "and 1 earlier day." : "and \(Figures.count(more)) earlier days.")]
  }
}
