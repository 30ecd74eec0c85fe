import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  /// The ack rate of the app versions with the most sends, of those whose devices can ack.
  static func versionsChart(_ input: ReportInput) -> Chart? {
    let builds = input.builds.filter { $0.counts[.ackEligible] > 0 }.prefix(Ranking.length)
    let hasOneKey = builds.allSatisfy { $0.key.appKey.hasSameBytes(as: builds[0].key.appKey) }
    let bars = builds.map { build, counts in
      let version: Phrase = build.parts[0].isEmpty ? "unknown" : .text(build.parts[0], limit: 40)
      return rateBar(
        hasOneKey ? version : "\(input.app(build.appKey)), \(version)", Metric.ackRate.rate(counts))
    }
    return rateChart(
      id: "versions", title: "Extension acks by app version", bars,
      summary: """
        The share of ack-eligible sends that were acked, with its Wilson limits, for the \(bars.count) app versions with \
        the most sends that have any.
        """)
  }

  /// The delivery rate of each channel, in the order of their table.
  static func channelsChart(_ input: ReportInput) -> Chart? {
    let channels = Array(input.channels.prefix(Ranking.length))
    let bars = channels.map { name, counts in
      rateBar(
        name.isEmpty ? "unknown" : .text(name, limit: 40), Metric.confirmedRate.rate(counts),
        none: "not measurable")
    }
    return rateChart(
      id: "channels", title: "Delivery by channel", bars,
      summary: """
        The share of measurable sends that the device confirmed, with its Wilson limits.
        """)
  }

  private static func rateBar(_ label: Phrase, _ rate: Rate, none: Phrase = "no data") -> Chart.Bar {
    guard let value = rate.value else { return Chart.Bar(label, value: 0, figure: none) }
    return Chart.Bar(
      label, value: value, figure: "\(Figures.percent(rate)) of \(Figures.count(rate.denominator)) sends",
      interval: rate.interval)
  }

  /// `nil` when there is no rate to show.
  private static func rateChart(id: String, title: Phrase, _ bars: [Chart.Bar], summary: Phrase) -> Chart? {
    guard bars.contains(where: { $0.interval != nil }) else { return nil }
    return Chart(id: id, title: title, summary: summary, drawing: .bars(bars, full: 1))
  }
}

extension ReportInput {
  /// App versions with the sums of their OS versions, most sends first.
  var builds: [(key: CohortKey, counts: Counts)] {
    let sums = evidence.versions.series.reduce(into: [CohortKey: Counts]()) { sums, series in
      let build = CohortKey(day: 0, appKey: series.appKey, parts: [series.parts[0]])
      sums[build, default: Counts()].add(evidence.versions.sum(series.places))
    }
    return Self.ranked(sums)
  }

  /// Channels with the sums of their AppKeys over the reported days, most sends first.
  var channels: [(name: String, counts: Counts)] {
    let sums = headlineCells.reduce(into: [CohortKey: Counts]()) { sums, cell in
      sums[CohortKey(day: 0, appKey: "", parts: cell.key.parts), default: Counts()].add(cell.counts)
    }
    return Self.ranked(sums).map { ($0.key.parts.first ?? "", $0.counts) }
  }

  private static func ranked(_ sums: [CohortKey: Counts]) -> [(key: CohortKey, counts: Counts)] {
    sums.sorted { one, other in
      one.value[.sent] != other.value[.sent] ? one.value[.sent] > other.value[.sent] : one.key < other.key
    }.map { ($0.key, $0.value) }
  }
}
