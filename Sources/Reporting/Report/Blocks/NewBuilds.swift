import Prose
import ReceiptModel

extension DailyReport {
  /// App versions that are sent to in the reported days and were not before.
  ///
  /// For an AppKey without any send before, everything would be new, so nothing is said.
  static func newBuilds(_ input: ReportInput) -> [Page.Block] {
    let start = input.scope.reported.lowerBound
    let cells = input.dailyBuilds
    var knownApps: Set<CohortKey> = []
    var apps: [CohortKey: Counts] = [:]
    var builds: [(key: CohortKey, counts: Counts, firstDay: Int)] = []
    for build in cells.series {
      let app = CohortKey(day: 0, appKey: build.appKey, parts: [])
      let sent = build.places.filter { cells.count(.sent, at: $0) > 0 }
      let isKnown = sent.contains { cells.day(at: $0) < start }
      if isKnown { knownApps.insert(app) }
      let reported = sent.filter { input.scope.reported.contains(cells.day(at: $0)) }
      guard let first = reported.first else { continue }
      let counts = reported.reduce(into: Counts()) { cells.add($1, to: &$0) }
      apps[app, default: Counts()].add(counts)
      if !isKnown, build.parts != [""] {
        let key = CohortKey(day: 0, appKey: build.appKey, parts: build.parts)
        builds.append((key, counts, cells.day(at: first)))
      }
    }
    let new = builds.filter { knownApps.contains(CohortKey(day: 0, appKey: $0.key.appKey, parts: [])) }
      .sorted { one, other in
        let (sent, otherSent) = (one.counts[.sent], other.counts[.sent])
        return sent != otherSent ? sent > otherSent : one.key < other.key
      }
    guard !knownApps.isEmpty else {
      return [.paragraph("No data: nothing was sent in the days before these.")]
    }
    guard !new.isEmpty else { return [.paragraph("None: every app version was sent to before.")] }
    let table = PageTable(
      [
        .text("AppKey"), .text("New app version"), .text("Since"), .number("Sends"),
        .number("Of the AppKey's"), .number("Extension acks"), .number("Wilson limits"),
        .number("Other versions"),
      ],
      rows: new.prefix(Ranking.length).map { build, counts, firstDay in
        let app = apps[CohortKey(day: 0, appKey: build.appKey, parts: [])] ?? Counts()
        let acks = Metric.ackRate.rate(counts)
        return [
          input.app(build.appKey), .text(build.parts.first ?? "", limit: 60),
          .text(input.days[firstDay].name),
          Figures.count(counts[.sent]), Figures.percent(Rate(counts[.sent], of: app[.sent])),
          Figures.percent(acks), Figures.interval(acks),
          Figures.percent(Metric.ackRate.rate(app.without(counts))),
        ]
      })
    return [.table(table)] + Ranking.rest(new.count) { "and \($0) more new versions." }
  }
}
