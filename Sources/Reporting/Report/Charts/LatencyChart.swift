import Prose
import ReceiptModel

extension DailyReport {
  /// The time from send to ack on the edges of the extension's own clock.
  static func latencyChart(_ input: ReportInput) -> Chart? {
    let buckets = input.headline.latencies.coarse
    let total = buckets.reduce(0, +)
    guard total > 0, let most = buckets.max(), let peak = buckets.firstIndex(of: most) else { return nil }
    let bars = buckets.enumerated().map { place, count in
      Chart.Bar(
        range(inShort: place), value: Double(count),
        figure: count == 0 ? "0" : .figure(Figures.percent(Double(count) / Double(total), digits: 1)))
    }
    return Chart(
      id: "latency", title: "From send to ack",
      summary: """
        Shares of \(Figures.count(total)) acks by the time since the send; the most, \
        \(Figures.percent(Rate(most, of: total))), in the range \(range(inShort: peak)).
        """,
      drawing: .columns(bars))
  }

  /// `12–17 s`, `10–60 min`: in one unit.
  private static func range(inShort place: Int) -> Phrase {
    let edges = LatencyBucket.edges
    if place == 0 { return "below 0 s" }
    if place == edges.count { return "≥ \(figure: edge(edges[place - 1]))" }
    let (low, high) = (edges[place - 1], edges[place])
    switch low {
    case ..<60_000: return .figure("\(low / 1000)–\(high / 1000) s")
    case ..<3_600_000: return .figure("\(low / 60_000)–\(high / 60_000) min")
    default: return .figure("\(low / 3_600_000)–\(high / 3_600_000) h")
    }
  }
}
