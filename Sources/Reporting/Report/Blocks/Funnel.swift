import Prose
import ReceiptModel

extension DailyReport {
  /// From the attempt to the tap: each step with its numbers, its change and its course.
  static func funnel(_ input: ReportInput) -> [Page.Block] {
    let counts = input.headline.counts
    guard input.headline.hasData else { return [.paragraph("No data.")] }
    let totals = trendDays(input).map { input.total($0..<$0 + 1) }
    let attempted = attempts(counts)
    // What the ledger has nothing of to compare with needs no column.
    let baselines = input.baselines.filter { $0.total != nil }
    let first: [Phrase] =
      ["Attempted", Figures.count(attempted), .empty, .empty, .empty]
      + baselines.map { Figures.change(from: $0.total.map { attempts($0.counts) }, to: attempted) }
      + [sparkline(totals.map { $0.hasData ? Double(attempts($0.counts)) : nil })]
    let table = PageTable(
      [
        .text("Step"), .number("Deliveries"), .number("Share"), .number("Of").folded,
        .number("Wilson limits").folded,
      ]
        + baselines.map { .number("vs \($0.title)") } + [.text("Trend").folded],
      rows: [first] + steps.map { step, metric in row(step, metric, totals, baselines, input) })
    return [.table(table)] + notMeasured(counts) + unripe(input)
  }

  private static let steps: [(Phrase, Metric)] = [
    ("Taken by a gateway", .sendSuccessRate), ("Confirmed by the device", .confirmedRate),
    ("Acked by the extension", .ackRate), ("Opened", .openRateSent),
  ]

  private static func row(
    _ step: Phrase, _ metric: Metric, _ totals: [PeriodTotal], _ baselines: [Baseline], _ input: ReportInput
  ) -> [Phrase] {
    let rate = metric.rate(input.headline.counts)
    let rates = totals.map { metric.rate($0.counts) }
    return [
      step, Figures.count(rate.numerator), Figures.percent(rate), Figures.count(rate.denominator),
      Figures.interval(rate),
    ]
      + baselines.map { baseline in
        guard let before = baseline.rate(metric), before.value != nil, rate.value != nil else {
          return Figures.none
        }
        return "\(Figures.change(from: before, to: rate)) pp"
      } + [sparkline(rates.map(\.value), leastSpan: chance(rates))]
  }

  private static func attempts(_ counts: Counts) -> Int { counts[.sent] + counts[.sendFailed] }

  private static func sparkline(_ values: [Double?], leastSpan: Double = 0) -> Phrase {
    Phrase(.sparkline(Sparkline(values, leastSpan: leastSpan)))
  }

  /// How far apart chance may put the rates of two days: the median width of their Wilson limits.
  private static func chance(_ rates: [Rate]) -> Double {
    let widths = rates.compactMap { $0.interval.map { $0.upperBound - $0.lowerBound } }.sorted()
    return widths.isEmpty ? 0 : widths[widths.count / 2]
  }

  private static func notMeasured(_ counts: Counts) -> [Page.Block] {
    let left = counts[.sent] - counts[.measurable]
    guard left > 0 else { return [] }
    return [
      .paragraph(
        left == 1
          ? "Not measurable: 1 send over a channel that reports no arrival."
          : "Not measurable: \(Figures.count(left)) sends over channels that report no arrival.")
    ]
  }

  private static func unripe(_ input: ReportInput) -> [Page.Block] {
    guard let last = input.reportedDays.last(where: { !input.isRipe($0) }) else { return [] }
    return [
      .paragraph(
        """
        **Not ripe yet:** receipts for \(last.name) may still come in, so its rates can only be compared with caution.
        """)
    ]
  }
}
