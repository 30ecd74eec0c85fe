import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  private static let mostCells = 20

  /// App versions by OS versions, most sends first.
  static func cells(_ input: ReportInput) -> [Page.Block] {
    let ranked = input.evidence.versions.filter { $0.counts[.deliveries] > 0 }.sorted { one, other in
      one.counts[.sent] != other.counts[.sent] ? one.counts[.sent] > other.counts[.sent] : one.key < other.key
    }
    guard !ranked.isEmpty else { return [.paragraph("No data.")] }
    let table = PageTable(
      [
        .text("AppKey"), .text("App version"), .text("OS version"), .number("Sends"), .number("Delivery"),
        .number("95 % interval"), .number("Extension acks"), .number("Opens of sent"),
      ],
      rows: ranked.prefix(mostCells).map { cell in
        let delivery = Metric.confirmedRate.rate(cell.counts)
        return [
          input.app(cell.key.appKey), name(cell.key.parts.first), name(cell.key.parts.dropFirst().first),
          Figures.count(cell.counts[.sent]), Figures.percent(delivery), Figures.interval(delivery),
          Figures.percent(Metric.ackRate.rate(cell.counts)),
          Figures.percent(Metric.openRateSent.rate(cell.counts)),
        ]
      })
    return [.table(table)] + Ranking.rest(ranked.map { $0.counts[.sent] }, shown: mostCells)
  }

  private static func name(_ name: String?) -> Phrase {
    guard let name, !name.isEmpty else { return "unknown" }
    return .text(name, limit: 60)
  }
}
