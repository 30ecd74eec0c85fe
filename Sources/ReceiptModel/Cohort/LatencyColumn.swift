/// The latency histograms of many cells, one behind the other.
struct LatencyColumn: Sendable {
  /// Where each histogram ends.
  private var ends: [Int] = []
  private var buckets: [(bucket: Int32, count: Int)] = []

  mutating func append(_ latencies: LatencyHistogram) {
    for (bucket, count) in latencies.counts { buckets.append((Int32(bucket), count)) }
    ends.append(buckets.count)
  }

  subscript(place: Int) -> LatencyHistogram {
    var latencies = LatencyHistogram()
    for (bucket, count) in buckets[(place == 0 ? 0 : ends[place - 1])..<ends[place]] {
      latencies.add(bucket: Int(bucket), count: count)
    }
    return latencies
  }
}
