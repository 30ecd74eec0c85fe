import Prose
import ReceiptModel

extension DailyReport {
  /// What each rate counts, from the one place where it is defined.
  static func definitions(_ input: ReportInput) -> [Page.Block] {
    [
      .table(
        PageTable(
          [.text("Rate"), .text("Part"), .text("Of"), .text("What it says")],
          rows: Metric.allCases.map { metric in
            // These words are the program's own and hold no markup.
            [metric.title, metric.numerator, metric.denominator, metric.meaning]
          })),
      .paragraph(
        """
        Rates cover the deliveries of a cohort day, which is the day of their first send. A delivery is one push to \
        one device; repeats count once. "n/a" and "no data" mean that nothing was measured, which is not 0. Intervals \
        are Wilson's, 95 %; "pp" means percentage points. A day is ripe \(Figures.duration(input.scope.all.settle)) \
        after its end, when its last receipts have had time to come in.
        """),
    ]
  }
}
