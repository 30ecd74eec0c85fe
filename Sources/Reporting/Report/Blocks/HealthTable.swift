internal import ReceiptModel

extension DailyReport {
  /// Whether the data can be trusted: how new, how complete, and what was refused or not understood.
  static func health(_ input: ReportInput) -> String {
    let health = input.health
    var rows: [[String]] = [
      ["Newest event", health.newestEvent.map { newest($0, input) } ?? "no data"],
      ["As of", input.time(Instant(milliseconds: input.scope.all.asOf))],
      ["Unripe days", unripeDays(input)],
      ["Hours without events", quietHours(health.quietHours, input)],
      ["Deliveries without a send", unmatched(health.unmatched)],
      ["Refused lines (distinct, whole ledger)", refused(health.refused)],
      ["Repeated events", list(health.repeats.map { ($0.kind.name, $0.events) })],
    ]
    let types = health.unknownTypes.prefix(5).map { (MarkdownText.escaped($0.name, limit: 60), $0.events) }
    let more = health.unknownTypes.count - types.count
    rows.append(["Unknown event types", list(types) + (more > 0 ? " and \(more) more types" : "")])
    let table = MarkdownTable([.text("Data"), .text("State")], rows: rows)
    return [table.text, freshness(input)].compactMap { $0 }.joined(separator: "\n\n")
  }

  private static func newest(_ instant: Instant, _ input: ReportInput) -> String {
    let isAhead = instant.milliseconds > input.scope.all.asOf
    return input.shortTime(instant)
      + (isAhead ? ", later than as-of" : "")
  }

  private static func unripeDays(_ input: ReportInput) -> String {
    let names = input.days.filter { !input.isRipe($0) }.map { MarkdownText.escaped($0.name) }
    return names.isEmpty ? "none" : names.suffix(3).joined(separator: ", ")
  }

  private static func quietHours(_ spans: [Range<Int64>], _ input: ReportInput) -> String {
    let hours = spans.reduce(0) { $0 + Int(($1.upperBound - $1.lowerBound) / 3_600_000) }
    guard hours > 0 else { return "none" }
    let shown = spans.prefix(3).map {
      "\(Int(($0.upperBound - $0.lowerBound) / 3_600_000)) h from \(input.shortTime(Instant(milliseconds: $0.lowerBound)))"
    }
    let more = spans.count - shown.count
    return "\(Figures.count(hours)): " + shown.joined(separator: ", ")
      + (more > 0 ? " and \(more) more gaps" : "")
  }

  private static func unmatched(_ unmatched: [Unmatched]) -> String {
    let total = unmatched.reduce(0) { $0 + $1.deliveries }
    return total == 0 ? "none" : "\(Figures.count(total)), in no cohort and no rate"
  }

  private static func refused(_ refused: [RefusedLines]) -> String {
    list(refused.map { ($0.reason.rawValue, $0.lines) })
  }

  /// `1,234 (sent 1,000, opened 234)`, or `none`; the names are Markdown already.
  private static func list(_ figures: [(name: String, count: Int)]) -> String {
    let total = figures.reduce(0) { $0 + $1.count }
    guard total > 0 else { return "none" }
    let parts = figures.map { "\($0.name) \(Figures.count($0.count))" }
    return "\(Figures.count(total)) (\(parts.joined(separator: ", ")))"
  }

  /// Kinds in the order in which they matter to whoever asks whether a source has gone silent.
  private static let kindsByWeight: [EventKind] = [
    .sent, .extAck, .opened, .arrived, .sendFailed, .displayed, .dismissed, .arriveFailed, .accepted,
    .dropped,
    .expired, .other,
  ]

  /// The newest event of each AppKey, kind by kind.
  private static func freshness(_ input: ReportInput) -> String? {
    let byApp = Dictionary(grouping: input.health.freshness) {
      CohortKey(day: 0, appKey: $0.appKey, parts: [])
    }.sorted { $0.key < $1.key }
    guard !byApp.isEmpty else { return nil }
    let seen = Set(input.health.freshness.map(\.kind))
    let kinds = kindsByWeight.filter(seen.contains).prefix(6)
    let table = MarkdownTable(
      [.text("Newest event")] + kinds.map { .text($0.name) } + [.number("Events")],
      rows: byApp.prefix(Ranking.length).map { app, kindsOfApp in
        [input.app(app.appKey)]
          + kinds.map { kind in
            kindsOfApp.first { $0.kind == kind }.map { input.shortTime($0.newest) } ?? "never"
          } + [Figures.count(kindsOfApp.reduce(0) { $0 + $1.events })]
      })
    return table.text + Ranking.rest(byApp.count, "AppKeys")
  }
}
