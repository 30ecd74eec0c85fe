import Prose
import ReceiptModel

extension DailyReport {
  /// The app versions with the most sends; their OS versions are added up.
  static func versions(_ input: ReportInput) -> [Page.Block] {
    let ranked = input.builds
    guard !ranked.isEmpty else { return [.paragraph("No data.")] }
    let table = PageTable(
      [
        .text("AppKey"), .text("App version"), .number("Sends"), .number("Delivery"),
        .number("Wilson limits"),
        .number("Extension acks"), .number("Wilson limits"), .number("Opens of sent"),
      ],
      rows: ranked.prefix(Ranking.length).map { build, counts in
        let (delivery, acks) = (Metric.confirmedRate.rate(counts), Metric.ackRate.rate(counts))
        return [
          input.app(build.appKey), build.parts[0].isEmpty ? "unknown" : .text(build.parts[0]),
          Figures.count(counts[.sent]), Figures.percent(delivery), Figures.interval(delivery),
          Figures.percent(acks), Figures.interval(acks), Figures.percent(Metric.openRateSent.rate(counts)),
        ]
      })
    return [.table(table)] + Ranking.rest(ranked.map { $0.counts[.sent] })
  }
}
