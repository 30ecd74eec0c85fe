import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  /// What consoles counted of the messages of these days, beside the ledger's own counts.
  static func countedByOthers(_ input: ReportInput) -> [Page.Block] {
    let totals = input.evidence.beside.totals
    guard !totals.isEmpty else {
      return [.paragraph("No data: nobody else's count of these days' messages was imported.")]
    }
    let groups = Dictionary(grouping: totals) {
      CohortKey(day: Int($0.kind.rawValue), appKey: $0.appKey, parts: [$0.source])
    }
    let sums = groups.sorted { one, other in
      (one.key.parts[0], one.key.appKey, one.key.day) < (other.key.parts[0], other.key.appKey, other.key.day)
    }
    let table = PageTable(
      [
        .text("Counted by"), .text("AppKey"), .text("Kind"), .number("Messages"), .number("Their count"),
        .number("The ledger's"), .number("Difference"), .number("Not comparable"),
      ],
      rows: sums.prefix(Ranking.length * 3).map { key, totals in
        let compared = totals.filter { $0.ours != nil }
        let theirs = compared.reduce(0) { $0 + $1.theirs }
        let ours = compared.reduce(0) { $0 + ($1.ours ?? 0) }
        return [
          .text(key.parts[0], limit: 60), key.appKey.isEmpty ? "not known" : input.app(key.appKey),
          .figure(totals[0].kind.name), Figures.count(totals.count),
          compared.isEmpty ? Figures.none : Figures.count(theirs),
          compared.isEmpty ? Figures.none : Figures.count(ours),
          compared.isEmpty ? Figures.none : Figures.change(from: ours, to: theirs),
          Figures.count(totals.count - compared.count),
        ]
      })
    return [.table(table)] + largest(totals, input) + [
      .paragraph(
        """
        Others count by their own definitions: on iOS, what a console calls received is what APNs accepted, and it \
        counts pushes. The ledger counts deliveries with an event of that kind, up to the time of the other count \
        where that is known. The difference is their count minus the ledger's; where the time is not known, counts of \
        opens differ for that reason alone.
        """)
    ]
  }

  /// The messages whose counts differ most.
  private static func largest(_ totals: [ControlTotal], _ input: ReportInput) -> [Page.Block] {
    let differing = totals.filter { $0.ours != nil && $0.theirs != $0.ours }
    guard !differing.isEmpty else { return [.paragraph("No message's count differs.")] }
    func size(_ total: ControlTotal) -> Int { abs(total.theirs - (total.ours ?? 0)) }
    let ranked = differing.enumerated().sorted { one, other in
      size(one.element) != size(other.element)
        ? size(one.element) > size(other.element) : one.offset < other.offset
    }
    let table = PageTable(
      [
        .text("Message"), .text("Counted by"), .text("Kind"), .number("Their count"),
        .number("The ledger's"), .number("Difference"),
      ],
      rows: ranked.prefix(Ranking.length).map { _, total in
        [
          .text(total.message, limit: 60), .text(total.source, limit: 60), .figure(total.kind.name),
          Figures.count(total.theirs), total.ours.map(Figures.count) ?? Figures.none,
          Figures.change(from: total.ours, to: total.theirs),
        ]
      })
    return [.table(table)] + Ranking.rest(ranked.count) { "and \($0) more counts that differ." }
  }

  /// Events that name no device, by message.
  static func homeMadeAcks(_ input: ReportInput) -> [Page.Block] {
    let tallies = input.evidence.beside.tallies
    guard !tallies.isEmpty else {
      return [.paragraph("No data: no log without device ids was imported for these days.")]
    }
    let ranked = tallies.enumerated().sorted { one, other in
      one.element.count != other.element.count
        ? one.element.count > other.element.count : one.offset < other.offset
    }
    let table = PageTable(
      [
        .text("Message"), .text("Source"), .text("AppKey"), .text("Kind"), .number("Events"),
        .number("Sends"), .number("Events per send"),
      ],
      rows: ranked.prefix(Ranking.length).map { _, tally in
        let key = tally.sentBy.isEmpty ? tally.appKey : tally.sentBy
        return [
          .text(tally.message, limit: 60), .text(tally.source, limit: 60),
          key.isEmpty ? "not known" : input.app(key), .figure(tally.kind.name), Figures.count(tally.count),
          tally.sends.map(Figures.count) ?? Figures.none, perSend(tally),
        ]
      })
    return [.table(table)] + Ranking.rest(ranked.count) { "and \($0) more messages." } + [
      .paragraph(
        """
        These events name no device: one device may have several, so they are in no rate, and events per send can be \
        above 1.
        """)
    ]
  }

  private static func perSend(_ tally: Tally) -> Phrase {
    guard let sends = tally.sends, sends > 0 else { return Figures.none }
    let hundredths = Int((Double(tally.count) / Double(sends) * 100).rounded())
    let rest = hundredths % 100
    return .figure("\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)")
  }
}
