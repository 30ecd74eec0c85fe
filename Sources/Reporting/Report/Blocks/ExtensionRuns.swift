import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  /// What the extensions' own log measured: facts about those runs, where the receipt log only has bounds.
  static func extensionRuns(_ input: ReportInput) -> [Page.Block] {
    guard let all = input.evidence.beside.allRuns else {
      return [.paragraph("No data: no extension's own log has a run of these days.")]
    }
    let builds = input.evidence.beside.extensions.sorted { one, other in
      if one.runs != other.runs { return one.runs > other.runs }
      return one.appKey == other.appKey
        ? one.appVersion.precedesInBytes(other.appVersion)
        : one.appKey.precedesInBytes(other.appKey)
    }
    let table = PageTable(
      [
        .text("AppKey"), .text("App version"), .number("Runs"), .number("Started after, p50"),
        .number("Run, p50"), .number("Run, p95"), .number("Receipt answered"), .number("Time ran out"),
        .number("Attachment failed"), .number("Log ends early"),
      ],
      rows: builds.prefix(Ranking.length).map { build in
        [
          input.app(build.appKey),
          build.appVersion.isEmpty ? "unknown" : .text(build.appVersion, limit: 60),
        ] + figures(build)
      } + (builds.count > 1 ? [["all", .empty] + figures(all)] : []))
    return [
      .paragraph(
        """
        Measured in \(Figures.count(all.runs)) runs, by the extensions' own log. These are facts about the runs that \
        are logged; for all other pushes there are only the bounds that the receipt log gives.
        """),
      .table(table),
    ] + Ranking.rest(builds.count) { "and \($0) more builds." } + attachmentFailures(input)
  }

  private static func figures(_ times: ExtensionTimes) -> [Phrase] {
    let wait = times.waits.percentiles([0.5])[0]
    let lengths = times.lengths.percentiles([0.5, 0.95])
    let durations = ([wait] + lengths).map { $0.map(Figures.duration) ?? Figures.none }
    return [Figures.count(times.runs)] + durations + [
      Figures.count(times.count(.acked)), Figures.count(times.count(.expired)),
      Figures.count(times.attachmentsFailed), Figures.count(times.count(.unfinished)),
    ]
  }

  /// Errors of attachments, most frequent first, over all builds.
  private static func attachmentFailures(_ input: ReportInput) -> [Page.Block] {
    var sums: [[UInt8]: (error: String, count: Int, builds: Int)] = [:]
    for failure in input.evidence.beside.attachmentFailures {
      let key = Array(failure.error.utf8)
      sums[key, default: (failure.error, 0, 0)].count += failure.failures
      sums[key]?.builds += 1
    }
    guard !sums.isEmpty else { return [] }
    let ranked = sums.values.sorted { one, other in
      one.count != other.count
        ? one.count > other.count : one.error.precedesInBytes(other.error)
    }
    let table = PageTable(
      [.text("Error of an attachment"), .number("Attachments"), .number("Builds")],
      rows: ranked.prefix(Ranking.length).map {
        [
          $0.error.isEmpty ? "the log says nothing" : .text($0.error, limit: 120), Figures.count($0.count),
          Figures.count($0.builds),
        ]
      })
    return [.table(table)] + Ranking.rest(ranked.count) { "and \($0) more errors." }
  }
}
