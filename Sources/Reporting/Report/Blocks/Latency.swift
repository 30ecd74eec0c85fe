import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  private static let percentiles: [(title: Phrase, share: Double)] = [
    ("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99),
  ]

  /// Percentiles of the time from send to ack, and what it may have cost people.
  static func latency(_ input: ReportInput) -> [Page.Block] {
    let latencies = input.headline.latencies
    guard latencies.coarse.contains(where: { $0 > 0 }) else {
      return [.paragraph("No data: no delivery was acked.")]
    }
    let periods =
      [("reported" as Phrase, Optional(latencies))] + input.baselines.map { ($0.title, $0.total?.latencies) }
    let items = periods.compactMap { title, latencies in latencies.flatMap { period(title, $0) } }
    return [.list(items)] + (delay(latencies).map { [.paragraph($0)] } ?? [])
  }

  /// `day before: 7,078 acks, p50 1.4 s, p90 7.3 s, …`; acks before their sends have no latency.
  private static func period(_ title: Phrase, _ latencies: LatencyHistogram) -> Page.Item? {
    let acks = latencies.coarse.dropFirst().reduce(0, +)
    guard acks > 0 else { return nil }
    let shown = zip(percentiles, latencies.percentiles(percentiles.map(\.share))).compactMap {
      percentile, value in value.map { "\(percentile.title) \(Figures.duration($0))" as Phrase }
    }
    return Page.Item(
      acks == 1
        ? "\(title): 1 ack, \(shown.joined())" : "\(title): \(Figures.count(acks)) acks, \(shown.joined())")
  }

  /// The delay that acks may have cost people; `nil` where every clock disagreed.
  private static func delay(_ latencies: LatencyHistogram) -> Phrase? {
    DisplayDelay(latencies).map { delay in
      """
      Acks may have delayed banners by at most \(Figures.duration(delay.median)) at the median, \
      \(Figures.duration(delay.high)) at p95.
      """
    }
  }

  static func edge(_ milliseconds: Int64) -> String {
    switch milliseconds {
    case ..<60_000: "\(milliseconds / 1000) s"
    case ..<3_600_000: "\(milliseconds / 60_000) min"
    default: "\(milliseconds / 3_600_000) h"
    }
  }
}
