import Prose
import ReceiptModel

extension DailyReport {
  /// App versions that are sent to in the reported days and were not before.
  ///
  /// For an AppKey without any send before, everything would be new, so nothing is said.
  static func newBuilds(_ input: ReportInput) -> [Page.Block] {
    let start = input.scope.reported.lowerBound
    var (before, knownApps) = (Set<CohortKey>(), Set<CohortKey>())
    var (counts, firstDays, apps) = ([CohortKey: Counts](), [CohortKey: Int](), [CohortKey: Counts]())
    for cell in input.dailyBuilds where cell.counts[.sent] > 0 {
      let build = CohortKey(day: 0, appKey: cell.key.appKey, parts: cell.key.parts)
      let app = CohortKey(day: 0, appKey: cell.key.appKey, parts: [])
      if cell.key.day < start {
        before.insert(build)
        knownApps.insert(app)
      } else if input.scope.reported.contains(cell.key.day) {
        counts[build, default: Counts()].add(cell.counts)
        apps[app, default: Counts()].add(cell.counts)
        firstDays[build] = min(firstDays[build] ?? .max, cell.key.day)
      }
    }
    let new = counts.filter { build, _ in
      !before.contains(build) && build.parts != [""]
        && knownApps.contains(CohortKey(day: 0, appKey: build.appKey, parts: []))
    }
    .sorted { one, other in
      one.value[.sent] != other.value[.sent] ? one.value[.sent] > other.value[.sent] : one.key < other.key
    }
    guard !knownApps.isEmpty else {
      return [.paragraph("No data: nothing was sent in the days before these.")]
    }
    guard !new.isEmpty else { return [.paragraph("None: every app version was sent to before.")] }
    let table = PageTable(
      [
        .text("AppKey"), .text("New app version"), .text("Since"), .number("Sends"),
        .number("Of the AppKey's"), .number("Extension acks"), .number("95 % interval"),
        .number("Other versions"),
      ],
      rows: new.prefix(Ranking.length).map { build, counts in
        let app = apps[CohortKey(day: 0, appKey: build.appKey, parts: [])] ?? Counts()
        let acks = Metric.ackRate.rate(counts)
        return [
          input.app(build.appKey), .text(build.parts.first ?? "", limit: 60),
          firstDays[build].map { Phrase.text(input.days[$0].name) } ?? Figures.none,
          Figures.count(counts[.sent]), Figures.percent(Rate(counts[.sent], of: app[.sent])),
          Figures.percent(acks), Figures.interval(acks),
          Figures.percent(Metric.ackRate.rate(app.without(counts))),
        ]
      })
    return [.table(table)] + Ranking.rest(new.count) { "and \($0) more new versions." }
  }
}
