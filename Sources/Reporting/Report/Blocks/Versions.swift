internal import ReceiptModel

extension DailyReport {
  /// The app versions with the most sends; their OS versions are added up.
  static func versions(_ input: ReportInput) -> String {
    struct Build: Hashable {
      var appKey: String
      var version: String
    }
    let sums = input.versions.reduce(into: [Build: Counts]()) { sums, cell in
      sums[Build(appKey: cell.key.appKey, version: cell.key.parts[0]), default: Counts()].add(cell.counts)
    }
    guard !sums.isEmpty else { return "No data." }
    let ranked = sums.sorted { one, other in
      if one.value[.sent] != other.value[.sent] { return one.value[.sent] > other.value[.sent] }
      let (left, right) = (one.key, other.key)
      return left.appKey != right.appKey
        ? left.appKey.precedes(right.appKey) : left.version.precedes(right.version)
    }
    let table = MarkdownTable(
      [
        .text("AppKey"), .text("App version"), .number("Sends"), .number("Delivery"),
        .number("95 % interval"),
        .number("Extension acks"), .number("95 % interval"), .number("Opens of sent"),
      ],
      rows: ranked.prefix(Ranking.length).map { build, counts in
        let (delivery, acks) = (Metric.confirmedRate.rate(counts), Metric.ackRate.rate(counts))
        return [
          input.app(build.appKey), build.version.isEmpty ? "unknown" : Markdown.escape(build.version),
          Figures.count(counts[.sent]), Figures.percent(delivery), Figures.interval(delivery),
          Figures.percent(acks), Figures.interval(acks), Figures.percent(Metric.openRateSent.rate(counts)),
        ]
      })
    return table.text + Ranking.rest(ranked.count, "versions")
  }
}
