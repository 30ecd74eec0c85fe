import Prose
import ReceiptModel

extension DailyReport {
  /// The channels with the most sends.
  static func channels(_ input: ReportInput) -> [Page.Block] {
    let channels = input.channels
    guard !channels.isEmpty else { return [.paragraph("No data.")] }
    let table = PageTable(
      [
        .text("Channel"), .number("Sends"), .number("Failed"), .number("Delivery"), .number("Wilson limits"),
        .number("Opens"),
      ],
      rows: channels.prefix(Ranking.length).map { name, counts in
        let delivery = Metric.confirmedRate.rate(counts)
        return [
          name.isEmpty ? "unknown" : .text(name, limit: 60), Figures.count(counts[.sent]),
          Figures.count(counts[.sendFailed]),
          delivery.value == nil && counts[.sent] > 0 ? "not measurable" : Figures.percent(delivery),
          Figures.interval(delivery), Figures.count(counts[.opened]),
        ]
      })
    return [.table(table)] + Ranking.rest(channels.count) { "and \($0) more channels." }
  }
}
