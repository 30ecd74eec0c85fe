package import ReceiptModel

/// How long people may have waited for banners because of acks: at most, for the log does not hold when an extension
/// began.
///
/// A banner shows only after the ack's request has ended, and the SDK gives up after its budget. So the time from the
/// send to the ack, cut at the budget, bounds the delay from above; the way to the device is part of it, too.
package struct DisplayDelay: Sendable {
  /// Milliseconds.
  package var median: Int64
  /// Milliseconds; the 95th percentile.
  package var high: Int64
  /// Milliseconds, of all acks together.
  package var total: Double

  /// Milliseconds: three tries of 5 s and two pauses of 1 s.
  package static let budget: Int64 = 17_000

  /// - Returns: `nil` without acks.
  package init?(_ latencies: LatencyHistogram) {
    let percentiles = latencies.percentiles([0.5, 0.95])
    guard let median = percentiles[0], let high = percentiles[1] else { return nil }
    self.median = min(median, Self.budget)
    self.high = min(high, Self.budget)
    total = latencies.counts.reduce(0) { sum, bucket in
      guard bucket.key >= 0 else { return sum }
      // The upper end of the bucket, to stay a bound.
      let end = LatencyBucket.range(of: bucket.key).upperBound - 1
      return sum + Double(min(end, Self.budget)) * Double(bucket.value)
    }
  }
}
