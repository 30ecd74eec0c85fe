package import ReceiptModel

/// The counts and rates that data sets share.
package enum RateColumns {
  /// The counters before the rates, in the order of the columns.
  private static let counters: [Count] = [
    .accepted, .sent, .sendFailed, .arrived, .arriveFailed, .ackEligible, .acked, .displayed, .opened,
    .dismissed,
    .confirmed, .openedUnacked,
  ]

  /// What the delivery rate of several rows is made of, since channels that cannot be measured are left out of it.
  private static let measured: [Count] = [.measurable, .measurableConfirmed]

  private static let percentiles: [(name: String, share: Double)] = [
    ("ack_p50_ms", 0.50), ("ack_p90_ms", 0.90), ("ack_p95_ms", 0.95), ("ack_p99_ms", 0.99),
  ]

  private static let shares = percentiles.map(\.share)
  private static let metrics = Metric.allCases

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
    var cells: [Cell] = []
    append(counts, latencies, to: &cells)
    return cells
  }

  /// Adds the same to other cells.
  static func append(_ counts: Counts, _ latencies: LatencyHistogram?, to cells: inout [Cell]) {
    for counter in counters { cells.append(.integer(Int64(counts[counter]))) }
    for metric in metrics { cells.append(metric.rate(counts).value.map(Cell.real) ?? .null) }
    for percentile in latencies?.percentiles(shares) ?? [] {
      cells.append(percentile.map(Cell.integer) ?? .null)
    }
    for count in [counts.ackTimeout, counts[.overBudget], counts[.mismatch]] {
      cells.append(.integer(Int64(count)))
    }
  }

  /// The same columns for a span of time, with what is ripe and what is measured behind them.
  ///
  /// - Parameter span: `day` or `hour`.
  static func columns(ofEach span: String) -> [DataColumn] {
    columns(withPercentiles: true) + [
      .boolean("ripe", "true when the \(span) is over and its last receipts have had time to come in")
    ] + measured.map { .count($0.name, $0.definition) }
  }

  /// The row of a cell with one part: its span of time, AppKey, part and `columns(ofEach:)`.
  static func row(_ cell: CohortCell, _ scope: CohortScope) -> [Cell] {
    let span = scope.days[cell.key.day]
    return [.text(span.name), .text(cell.key.appKey), .text(cell.key.parts[0])]
      + cells(cell.counts, cell.latencies) + [.text(scope.isRipe(span) ? "true" : "false")]
      + measured.map { .integer(Int64(cell.counts[$0])) }
  }
}
