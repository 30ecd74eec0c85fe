import Prose
import ReceiptModel

extension DailyReport {
  /// Every rate with both of its numbers, its interval and what changed, in percentage points.
  static func headline(_ input: ReportInput) -> [Page.Block] {
    let counts = input.headline.counts
    let baselines = input.baselines
    let table = PageTable(
      [.text("Rate"), .number("Part"), .number("Of"), .number("Share"), .number("95 % interval")]
        + baselines.map { .number("pp vs \($0.title)") },
      rows: Metric.allCases.map { metric in
        let rate = metric.rate(counts)
        return [
          metric.title, Figures.count(rate.numerator), Figures.count(rate.denominator), Figures.percent(rate),
          Figures.interval(rate),
        ] + baselines.map { Figures.change(from: $0.rate(metric), to: rate) }
      })
    return [.table(table), .paragraph(measurable(counts))] + unripe(input)
  }

  /// How much of the sends the delivery rate speaks of.
  private static func measurable(_ counts: Counts) -> Phrase {
    let share = Rate(counts[.measurable], of: counts[.sent])
    guard share.value != nil else { return "Measurable share: no data, because nothing was sent." }
    let left = counts[.sent] - counts[.measurable]
    guard left > 0 else { return "Measurable share: the delivery rate covers all sends." }
    return """
      Measurable share: the delivery rate covers \(Figures.count(share.numerator)) of \
      \(Figures.count(share.denominator)) sends (\(Figures.percent(share))); the other \(Figures.count(left)) went \
      over channels that report no arrival and are left out.
      """
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
