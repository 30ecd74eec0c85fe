internal import Prose
internal import ReceiptModel

extension DailyReport {
  /// The app versions with the most sends; their OS versions are added up.
  static func versions(_ input: ReportInput) -> [Page.Block] {
    let sums = input.versions.reduce(into: [CohortKey: Counts]()) { sums, cell in
      let build = CohortKey(day: 0, appKey: cell.key.appKey, parts: [cell.key.parts[0]])
      sums[build, default: Counts()].add(cell.counts)
    }
    guard !sums.isEmpty else { return [.paragraph("No data.")] }
    let ranked = sums.sorted { one, other in
      one.value[.sent] != other.value[.sent] ? one.value[.sent] > other.value[.sent] : one.key < other.key
    }
    let table = PageTable(
      [
        .text("AppKey"), .text("App version"), .number("Sends"), .number("Delivery"),
        .number("95 % interval"),
        .number("Extension acks"), .number("95 % interval"), .number("Opens of sent"),
      ],
      rows: ranked.prefix(Ranking.length).map { build, counts in
        let (delivery, acks) = (Metric.confirmedRate.rate(counts), Metric.ackRate.rate(counts))
        return [
          input.app(build.appKey), build.parts[0].isEmpty ? "unknown" : .text(build.parts[0]),
          Figures.count(counts[.sent]), Figures.percent(delivery), Figures.interval(delivery),
          Figures.percent(acks), Figures.interval(acks), Figures.percent(Metric.openRateSent.rate(counts)),
        ]
      })
    return [.table(table)] + Ranking.rest(ranked.map { $0.value[.sent] })
  }
}
