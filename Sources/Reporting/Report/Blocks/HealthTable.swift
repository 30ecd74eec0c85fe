import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  /// What is to be known of the data: how new and how complete they are, and what was refused or not understood.
  static func health(_ input: ReportInput) -> [Page.Block] {
    let health = input.evidence.health
    var rows: [[Phrase]] = [
      ["Newest event", health.newestEvent.map { newest($0, input) } ?? "no data"],
      ["Unripe days", unripeDays(input)],
      ["Hours without events", quietHours(health.quietHours, input)],
      ["Deliveries without a send", ofImported(unmatched(health.unmatched), input)],
      ["Refused lines (distinct, whole ledger)", refused(health.refused)],
      [
        "Repeated events", ofImported(list(health.repeats.map { (.figure($0.kind.name), $0.events) }), input),
      ],
    ]
    if let changes = input.clockChanges { rows.append(["Days of another length", changes]) }
    // A finding says that there are some, and which.
    if !input.findings.contains(where: { $0.code == .unknownTypes && $0.state.stands }) {
      rows.append(["Unknown event types", unknownTypes(health.unknownTypes, input)])
    }
    // What there is nothing of needs no line.
    let told = rows.filter { $0[1] != "none" }
    return [.list(told.map { Page.Item("\($0[0]): \($0[1])") })] + sumsOnly(input) + toldBy(input)
  }

  private static func newest(_ instant: Instant, _ input: ReportInput) -> Phrase {
    let isAhead = instant.milliseconds > input.scope.all.asOf
    let time = input.shortTime(instant)
    return isAhead ? "\(time), later than as-of" : time
  }

  private static func unripeDays(_ input: ReportInput) -> Phrase {
    let names = input.days.filter { !input.isRipe($0) }.map { Phrase.text($0.name) }
    return names.isEmpty ? "none" : names.suffix(3).joined()
  }

  private static func quietHours(_ spans: [Range<Int64>], _ input: ReportInput) -> Phrase {
    let hours = spans.reduce(0) { $0 + Int(($1.upperBound - $1.lowerBound) / 3_600_000) }
    guard hours > 0 else { return "none" }
    let shown = spans.prefix(3).map { span -> Phrase in
      let start = input.shortTime(Instant(milliseconds: span.lowerBound))
      return "\((span.upperBound - span.lowerBound) / 3_600_000) h from \(start)"
    }
    let more = spans.count - shown.count
    let gaps: Phrase = "\(Figures.count(hours)): \(shown.joined())"
    return more > 0 ? "\(gaps) and \(more) more gaps" : gaps
  }

  private static func unmatched(_ unmatched: [Unmatched]) -> Phrase {
    let total = unmatched.reduce(0) { $0 + $1.deliveries }
    return total == 0 ? "none" : "\(Figures.count(total)), in no cohort and no rate"
  }

  private static func unknownTypes(_ types: [UnknownType], _ input: ReportInput) -> Phrase {
    let shown = list(types.prefix(5).map { (.text($0.name, limit: 60), $0.events) })
    let more = types.count - 5
    return ofImported(more > 0 ? "\(shown) and \(more) more types" : shown, input)
  }

  private static func refused(_ refused: [RefusedLines]) -> Phrase {
    list(refused.map { (.figure($0.reason.rawValue), $0.lines) })
  }

  /// `1,234 (sent 1,000, opened 234)`, or `none`.
  private static func list(_ figures: [(name: Phrase, count: Int)]) -> Phrase {
    let total = figures.reduce(0) { $0 + $1.count }
    guard total > 0 else { return "none" }
    let parts = figures.map { "\($0.name) \(Figures.count($0.count))" as Phrase }
    return "\(Figures.count(total)) (\(parts.joined()))"
  }

  /// Kinds in the order in which they tell whether a source has gone silent.
  private static let kindsByWeight: [EventKind] = [
    .sent, .extAck, .opened, .arrived, .sendFailed, .displayed, .dismissed, .arriveFailed, .accepted,
    .dropped,
    .expired, .other,
  ]

  /// The newest event of each AppKey, kind by kind.
  static func freshness(_ input: ReportInput) -> [Page.Block] {
    let byApp = Dictionary(grouping: input.evidence.health.freshness) {
      CohortKey(day: 0, appKey: $0.appKey, parts: [])
    }.sorted { $0.key < $1.key }
    guard !byApp.isEmpty else { return [.paragraph("No data.")] }
    let seen = Set(input.evidence.health.freshness.map(\.kind))
    let kinds = kindsByWeight.filter(seen.contains).prefix(6)
    let table = PageTable(
      [.text("Newest event")] + kinds.map { .text(.figure($0.name)) } + [.number("Events")],
      rows: byApp.prefix(Ranking.length).map { app, kindsOfApp in
        [input.app(app.appKey)]
          + kinds.map { kind in
            kindsOfApp.first { $0.kind == kind }.map { input.shortTime($0.newest) } ?? "never"
          } + [Figures.count(kindsOfApp.reduce(0) { $0 + $1.events })]
      })
    return [.table(table)] + Ranking.rest(byApp.count) { "and \($0) more AppKeys." }
  }
}
