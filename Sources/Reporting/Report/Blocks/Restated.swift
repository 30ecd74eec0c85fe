import Prose
import ReceiptModel

extension DailyReport {
  /// The most days that are listed.
  private static let mostRestated = 31

  /// Days whose numbers have changed since an earlier report: what it said, what holds now, and why.
  static func restated(_ input: ReportInput) -> [Page.Block] {
    let days = input.restated
    guard !days.isEmpty else { return [.paragraph("Nothing that was published has changed.")] }
    let shown = Array(days.suffix(mostRestated))
    var blocks: [Page.Block] = [.table(rates(shown, input)), .table(causes(shown))]
    if days.count > shown.count {
      let more = days.count - shown.count
      blocks.append(
        .paragraph(more == 1 ? "and 1 earlier day." : "and \(Figures.count(more)) earlier days."))
    }
    blocks.append(.paragraph(meaning))
    if shown.contains(where: { $0.changes.contains { $0.cause.cameIn == nil } }) {
      blocks.append(.paragraph(inseparable))
    }
    return blocks
  }

  private static func rates(_ days: [RestatedDay], _ input: ReportInput) -> PageTable {
    let metric = Metric.confirmedRate
    return PageTable(
      [
        .text("Restated day"), .text("Published as of"), .number("Delivery then"), .number("Delivery now"),
        .number("pp"), .text("Judged by"),
      ],
      rows: days.map { day in
        let (then, now) = (metric.rate(day.published.counts), metric.rate(day.counts))
        return [
          .text(day.name), input.time(Instant(milliseconds: day.published.asOf)), Figures.percent(then),
          Figures.percent(now), Figures.change(from: then, to: now), judgement(day),
        ]
      })
  }

  private static func judgement(_ day: RestatedDay) -> Phrase {
    var words: [Phrase] = day.hasOtherDefinitions ? ["other definitions than then"] : []
    words += day.changedSettings.map { name in
      let (then, now) = (day.publishedSettings.values[name] ?? "?", day.settings.values[name] ?? "?")
      return "\(code: name) was \(code: then.cut(to: 60)) and is \(code: now.cut(to: 60))"
    }
    return words.isEmpty ? "the same settings and definitions" : words.joined(separator: "; ")
  }

  private static func causes(_ days: [RestatedDay]) -> PageTable {
    PageTable(
      [
        .text("Restated day"), .text("Number"), .number("Then"), .number("Now"), .number("Late receipts"),
        .number("Came in later"), .number("Removed"), .number("Judged anew"),
      ],
      rows: days.flatMap { day in
        day.changes.map { change in
          let cause = change.cause
          return [
            .text(day.name), change.figure.title, Figures.count(change.then), Figures.count(change.now),
            Figures.change(from: 0, to: cause.late),
          ]
            + [cause.cameIn, cause.removed, cause.judgedAnew].map {
              $0.map { Figures.change(from: 0, to: $0) } ?? "?"
            }
        }
      })
  }

  private static let meaning: Phrase = """
    Late receipts: events after the earlier as-of; for ack timeouts, also those of deliveries that were not settled \
    then. Came in later: events from before that as-of which the ledger did not hold yet. Removed: what the ledger \
    held then and no longer holds, or counts to another day because an earlier event came in. Judged anew: other \
    settings or definitions. The four add up to the change; an ack that came in takes a timeout away, and a send takes \
    a failed one away.
    """

  private static let inseparable: Phrase = """
    Where several causes other than late receipts came together, what is left after late receipts cannot be split \
    between them and is shown as ?.
    """
}
