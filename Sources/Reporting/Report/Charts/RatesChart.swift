import Prose
import ReceiptModel

extension DailyReport {
  /// The rates of the trend day by day, with their intervals; days that are not ripe are marked.
  static func ratesChart(_ input: ReportInput) -> Chart? { ratesChart(input, length: longestTrend) }

  /// - Parameter length: the most days that it shows.
  static func ratesChart(_ input: ReportInput, length: Int) -> Chart? {
    let days = trendDays(input, length: length)
    guard !days.isEmpty else { return nil }
    let totals = days.map { input.total($0..<$0 + 1) }
    let lines = trendMetrics.map { metric in
      let rates = totals.map { metric.rate($0.counts) }
      return Chart.Line(metric.title, values: rates.map(\.value), intervals: rates.map(\.interval))
    }
    let unripe = days.filter { !input.isRipe(input.days[$0]) }.map { Phrase.text(input.days[$0].name) }
    let span: Phrase = "\(input.days[days[0]].name) to \(input.days[days[days.count - 1]].name)"
    let summary: Phrase =
      unripe.isEmpty
      ? "Day by day, \(span)."
      : "Day by day, \(span); not ripe: \(unripe.suffix(3).joined())."
    return Chart(
      id: "rates", title: "Rates by day of the first send", summary: summary,
      drawing: .lines(
        lines,
        days: days.map { Chart.Day(.text(input.days[$0].name), isRipe: input.isRipe(input.days[$0])) }))
  }
}
