import Prose
import ReceiptModel

extension DailyReport {
  /// The most days that are listed.
  private static let mostRestated = 31

  /// The most days that the first screen names.
  private static let mostNamed = 3

  /// Days whose delivery rate an earlier report told otherwise, in a line each.
  static func restated(_ input: ReportInput) -> [Page.Block] {
    let days = input.restated
    guard !days.isEmpty else { return [.paragraph("Nothing that was published has changed.")] }
    let items = days.suffix(mostNamed).map { day -> Page.Item in
      let (then, now) = (
        Metric.confirmedRate.rate(day.published.counts), Metric.confirmedRate.rate(day.counts)
      )
      return Page.Item(
        """
        **Restated** \(day.name): the delivery rate was \(Figures.percent(then)) as of \
        \(input.shortTime(Instant(milliseconds: day.published.asOf))) and is \(Figures.percent(now)) now \
        (\(Figures.change(from: then, to: now)) pp).
        """)
    }
    let more = days.count - items.count
    guard more > 0 else { return [.list(items)] }
    return [
      .list(
        items + [Page.Item(more == 1 ? "and 1 earlier day." : "and \(Figures.count(more)) earlier days.")])
    ]
  }

  /// What changed of those days, and why.
  static func restatedCauses(_ input: ReportInput) -> [Page.Block] {
    let days = input.restated
    guard !days.isEmpty else { return [.paragraph("Nothing that was published has changed.")] }
    let shown = Array(days.suffix(mostRestated))
    var blocks: [Page.Block] = [.table(causes(shown))] + shown.compactMap(judgement)
    if days.count > shown.count {
      let more = days.count - shown.count
      blocks.append(
        .paragraph(more == 1 ? "and 1 earlier day." : "and \(Figures.count(more)) earlier days."))
    }
    if shown.contains(where: { $0.changes.contains { $0.cause.cameIn == nil } }) {
      blocks.append(.paragraph(inseparable))
    }
    return blocks
  }

  /// How a day is judged otherwise than then; `nil` where it is not.
  private static func judgement(_ day: RestatedDay) -> Page.Block? {
    var words: [Phrase] = day.hasOtherDefinitions ? ["other definitions than then"] : []
    words += day.changedSettings.map { name in
      let (then, now) = (day.publishedSettings.values[name] ?? "?", day.settings.values[name] ?? "?")
      return "\(code: name) was \(code: then.cut(to: 60)) and is \(code: now.cut(to: 60))"
    }
    return words.isEmpty ? nil : .paragraph("\(day.name) was judged anew: \(words.joined(separator: "; ")).")
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

  private static let inseparable: Phrase = """
    Where several causes other than late receipts came together, what is left after late receipts cannot be split \
    between them and is shown as ?.
    """
}
