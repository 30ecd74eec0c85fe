import Prose
import ReceiptModel

extension DailyReport {
  /// What each rate counts, from the one place where it is defined.
  static func definitions(_ input: ReportInput) -> [Page.Block] {
    // A message's report has every rate, the others those of the funnel.
    let metrics = input.message == nil ? trendMetrics : Metric.allCases
    return [
      .list(
        metrics.map { metric in
          // These words are the program's own and hold no markup.
          Page.Item("\(metric.title): \(metric.numerator); of \(metric.denominator)")
        }),
      .paragraph(
        """
        A delivery is one push to one device, on the day of its first send. Confirmed is a provable floor, \
        by each channel's own definition.
        """),
    ]
  }
}
