import Prose
import ReceiptModel

extension DailyReport {
  /// The most days a table lists; sparklines and chart cover the same days.
  static let longestTrend = 31
  static let trendMetrics: [Metric] = [.sendSuccessRate, .confirmedRate, .ackRate, .openRateSent]

  /// Each day with its rates, and each rate as a sparkline over the days.
  static func trend(_ input: ReportInput) -> [Page.Block] {
    guard input.days.indices.contains(where: { input.total($0..<$0 + 1).hasData }) else {
      return [.paragraph("No data.")]
    }
    // Days before the ledger begins say nothing.
    let first = input.days.indices.first { input.total($0..<$0 + 1).hasData } ?? 0
    let days = Array(input.days.indices[first...].suffix(longestTrend))
    let totals = days.map { input.total($0..<$0 + 1) }
    let table = PageTable(
      [.text("Day"), .number("Sends")] + trendMetrics.map { .number($0.title) },
      rows: zip(days, totals).map { day, total in
        let name = input.label(input.days[day])
        return [
          scopeMark(day, input, name), total.hasData ? Figures.count(total.counts[.sent]) : "no data",
        ] + trendMetrics.map { total.hasData ? Figures.percent($0.rate(total.counts)) : "no data" }
      })
    let lines = PageTable(
      [.text("Rate"), .text("Oldest to newest"), .number("Lowest"), .number("Highest")],
      rows: trendMetrics.map { metric in
        let rates = totals.map { metric.rate($0.counts) }
        let known = rates.filter { $0.value != nil }.sorted { ($0.value ?? 0) < ($1.value ?? 0) }
        return [
          metric.title, Phrase(.sparkline(Sparkline(rates.map(\.value), leastSpan: chance(rates)))),
          known.first.map(Figures.percent) ?? "no data",
          known.last.map(Figures.percent) ?? "no data",
        ]
      })
    return [.table(lines), .table(table)] + left(days[0] - first)
  }

  /// How far apart chance may put the rates of two days: the median width of their 95 % intervals.
  private static func chance(_ rates: [Rate]) -> Double {
    let widths = rates.compactMap { $0.interval.map { $0.upperBound - $0.lowerBound } }.sorted()
    return widths.isEmpty ? 0 : widths[widths.count / 2]
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
