import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  private static let mostCells = 20

  /// App versions by OS versions, most sends first.
  static func cells(_ input: ReportInput) -> [Page.Block] {
    let cells = input.evidence.versions
    let ranked = cells.indices.map { (sent: cells.count(.sent, at: $0), day: cells.day(at: $0), place: $0) }
      .filter { cells.count(.deliveries, at: $0.place) > 0 }
      .sorted { (-$0.sent, $0.day, $0.place) < (-$1.sent, $1.day, $1.place) }
    guard !ranked.isEmpty else { return [.paragraph("No data.")] }
    let table = PageTable(
      [
        .text("AppKey"), .text("App version"), .text("OS version"), .number("Sends"), .number("Delivery"),
        .number("Wilson limits"), .number("Extension acks"), .number("Opens of sent"),
      ],
      rows: ranked.prefix(mostCells).map { cells[$0.place] }.map { cell in
        let delivery = Metric.confirmedRate.rate(cell.counts)
        return [
          input.app(cell.key.appKey), name(cell.key.parts.first), name(cell.key.parts.dropFirst().first),
          Figures.count(cell.counts[.sent]), Figures.percent(delivery), Figures.interval(delivery),
          Figures.percent(Metric.ackRate.rate(cell.counts)),
          Figures.percent(Metric.openRateSent.rate(cell.counts)),
        ]
      })
    return [.table(table)] + Ranking.rest(ranked.map(\.sent), shown: mostCells)
  }

  private static func name(_ name: String?) -> Phrase {
    guard let name, !name.isEmpty else { return "unknown" }
    return .text(name, limit: 60)
  }
}
