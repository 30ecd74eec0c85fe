/// A latency histogram: how many values fell into each `LatencyBucket`.
package struct LatencyHistogram: Equatable, Sendable {
  package private(set) var counts: [Int: Int] = [:]

  package init() {}

  package mutating func add(bucket: Int, count: Int = 1) { counts[bucket, default: 0] += count }

  package mutating func add(_ other: LatencyHistogram) {
    for (bucket, count) in other.counts { add(bucket: bucket, count: count) }
  }

  /// The nearest-rank percentiles of the values that are not negative, each at the middle of its bucket.
  ///
  /// - Parameter shares: from 0 to 1, in rising order.
  /// - Returns: milliseconds, within 1 % of the exact value; `nil` for each when there are no values.
  package func percentiles(_ shares: [Double]) -> [Int64?] {
    if counts.isEmpty { return shares.map { _ in nil } }
    let buckets = counts.filter { $0.key >= 0 && $0.value > 0 }.sorted { $0.key < $1.key }
    let total = buckets.reduce(0) { $0 + $1.value }
    guard total > 0 else { return shares.map { _ in nil } }
    return shares.map { share in
      let rank = max(1, Int((share * Double(total)).rounded(.up)))
      var seen = 0
      for (bucket, count) in buckets {
        seen += count
        if seen >= rank { return LatencyBucket.middle(of: bucket) }
      }
      return nil
    }
  }

  /// How many values lie between each two of `LatencyBucket.edges`, with both open ends: 13 numbers.
  package var coarse: [Int] {
    var result = Array(repeating: 0, count: LatencyBucket.edges.count + 1)
    for (bucket, count) in counts { result[LatencyBucket.coarse(of: bucket)] += count }
    return result
  }
}
