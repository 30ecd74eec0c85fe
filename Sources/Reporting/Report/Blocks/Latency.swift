import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  private static let percentiles: [(title: Phrase, share: Double)] = [
    ("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99),
  ]

  /// Percentiles and histogram of the time from send to ack, and what it cannot say.
  static func latency(_ input: ReportInput) -> [Page.Block] {
    let latencies = input.headline.latencies
    let buckets = latencies.coarse
    let total = buckets.reduce(0, +)
    guard total > 0 else { return [.paragraph("No data: no delivery was acked.")] }
    let periods =
      [("reported" as Phrase, Optional(latencies))] + input.baselines.map { ($0.title, $0.total?.latencies) }
    let summary = PageTable(
      [.text("Ack latency"), .number("Acks")] + percentiles.map { .number($0.title) },
      rows: periods.map { title, latencies in
        let values = latencies?.percentiles(percentiles.map(\.share)) ?? []
        return [title, latencies.map { Figures.count($0.coarse.dropFirst().reduce(0, +)) } ?? Figures.none]
          + percentiles.indices.map { place in
            values.indices.contains(place)
              ? values[place].map(Figures.duration) ?? Figures.none : Figures.none
          }
      })
    let histogram = PageTable(
      [.text("From send to ack"), .number("Acks"), .number("Share"), .text(.empty)],
      rows: buckets.enumerated().map { place, count in
        [
          range(place), Figures.count(count), Figures.percent(Rate(count, of: total)),
          Phrase(.bar(Double(count) / Double(buckets.max() ?? 1))),
        ]
      })
    return [.table(summary), .table(histogram), .paragraph(caveat)]
      + (delay(latencies).map { [.paragraph($0)] } ?? [])
  }

  /// The delay that acks may have cost people; `nil` where every clock disagreed.
  private static func delay(_ latencies: LatencyHistogram) -> Phrase? {
    DisplayDelay(latencies).map { delay in
      """
      A banner shows only after the ack's request has ended. So the acks may have delayed banners by at most \
      \(Figures.duration(delay.median)) at the median and \(Figures.duration(delay.high)) at the 95th percentile, \
      \(figure: DecimalText.fixed(delay.total / 3_600_000, digits: 1)) hours in all. These are upper bounds, because \
      they include the push's way to the device.
      """
    }
  }

  /// The name of a coarse bucket.
  private static func range(_ place: Int) -> Phrase {
    let edges = LatencyBucket.edges
    if place == 0 { return "below 0 (clocks disagree)" }
    if place == edges.count { return "\(figure: edge(edges[place - 1])) or more" }
    return "\(figure: edge(edges[place - 1])) to \(figure: edge(edges[place]))"
  }

  static func edge(_ milliseconds: Int64) -> String {
    switch milliseconds {
    case ..<60_000: "\(milliseconds / 1000) s"
    case ..<3_600_000: "\(milliseconds / 60_000) min"
    default: "\(milliseconds / 3_600_000) h"
    }
  }

  private static let caveat: Phrase = """
    The edges follow the extension's own clock: tries of 5 s with pauses of 1 s, at most 17 s, and the system's limit \
    of 30 s. That clock starts when the push reaches the device, the log's clock when the push was sent, so every \
    number includes queues, gateway and radio. A peak near 6 s or 12 s above the main one hints at second and third \
    tries; for a single ack the try cannot be told. Beyond 30 s the push itself waited, as far as both clocks agree.
    """
}
