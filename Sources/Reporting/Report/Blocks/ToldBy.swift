import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  /// Whose logs stand behind the figures; nothing where all of them are Alibaba's receipt logs.
  static func toldBy(_ input: ReportInput) -> [Page.Block] {
    let told = input.evidence.health.told
    guard told.contains(where: { $0.source != ToldKind.receiptLog }) else { return [] }
    let sources = Dictionary(grouping: told) { CohortKey(day: 0, appKey: $0.source, parts: []) }
      .sorted { $0.key < $1.key }
    let table = PageTable(
      [.text("Told by"), .text("Of what was sent"), .text("By a link"), .text("Of what was never sent")],
      rows: sources.prefix(Ranking.length * 2).map { source, told in
        [
          source.appKey.isEmpty ? "not known" : .text(source.appKey, limit: 60),
          kinds(told, of: .sent), kinds(told, of: .linked), kinds(told, of: .unsent),
        ]
      })
    return [
      .table(table),
      .paragraph(
        """
        The table counts deliveries with an event of each kind. What two logs tell about the same delivery counts once \
        in every rate, and here once for each log. By a link, a log tells about deliveries that it knows under another \
        name.
        """),
    ]
  }

  /// `sent 1,200, ext_ack 900`.
  private static func kinds(_ told: [ToldKind], of deliveries: ToldKind.Deliveries) -> Phrase {
    let parts = EventKind.allCases.compactMap { kind -> Phrase? in
      let count = told.reduce(0) { $0 + ($1.kind == kind && $1.of == deliveries ? $1.count : 0) }
      return count == 0 ? nil : "\(figure: kind.name) \(Figures.count(count))"
    }
    return parts.isEmpty ? "none" : parts.joined()
  }
}
