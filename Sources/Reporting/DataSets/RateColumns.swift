package import ReceiptModel

/// The counts and rates that `daily`, `messages` and `app_versions` share.
package enum RateColumns {
  /// The counters before the rates, in the order of the columns.
  private static let counters: [Count] = [
    .accepted, .sent, .sendFailed, .arrived, .arriveFailed, .ackEligible, .acked, .displayed, .opened,
    .dismissed,
    .confirmed, .openedUnacked,
  ]

  /// The counters that no CSV has a column for; rates are made of some of them.
  private static let further = Count.allCases.filter {
    !counters.contains($0) && $0 != .overBudget && $0 != .mismatch
  }

  private static let percentiles: [(name: String, share: Double)] = [
    ("ack_p50_ms", 0.50), ("ack_p90_ms", 0.90), ("ack_p95_ms", 0.95), ("ack_p99_ms", 0.99),
  ]

  package static func columns(withPercentiles: Bool) -> [DataColumn] {
    counters.map { .count($0.name, $0.definition) }
      + Metric.allCases.map { .share($0.rawValue, $0.definition) }
      + (withPercentiles
        ? percentiles.map {
          .milliseconds(
            $0.name, "nearest-rank percentile \($0.share) of ack latencies that are not negative; within 1 %")
        } : [])
      + [
        .count(
          "ack_timeout", "ack-eligible deliveries settled without an ext_ack within the extension's limit"),
        .count(Count.overBudget.name, Count.overBudget.definition),
        .count(Count.mismatch.name, Count.mismatch.definition),
      ]
  }

  /// - Parameter latencies: `nil` where there are no columns of percentiles.
  package static func cells(_ counts: Counts, _ latencies: LatencyHistogram? = nil) -> [Cell] {
    var cells = counters.map { Cell.integer(Int64(counts[$0])) }
    cells += Metric.allCases.map { $0.rate(counts).value.map(Cell.real) ?? .null }
    if let latencies {
      cells += latencies.percentiles(percentiles.map(\.share)).map { $0.map(Cell.integer) ?? .null }
    }
    cells += [counts.ackTimeout, counts[.overBudget], counts[.mismatch]].map { .integer(Int64($0)) }
    return cells
  }

  /// The columns of all other counters, so that with `columns` nothing that was counted is missing.
  package static var furtherColumns: [DataColumn] { further.map { .count($0.name, $0.definition) } }

  package static func furtherCells(_ counts: Counts) -> [Cell] {
    further.map { .integer(Int64(counts[$0])) }
  }
}
