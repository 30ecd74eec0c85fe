import ReceiptModel

extension LatencyHistogram {
  /// All values, also negative ones.
  var total: Int { counts.values.reduce(0, +) }

  /// How many values lie in buckets above that of `milliseconds`, of those that are not negative.
  func slower(than milliseconds: Int64) -> Rate {
    let edge = LatencyBucket.bucket(of: milliseconds)
    return counts.reduce(into: Rate(0, of: 0)) { rate, bucket in
      guard bucket.key >= 0 else { return }
      if bucket.key > edge { rate.numerator += bucket.value }
      rate.denominator += bucket.value
    }
  }

  /// How many values lie from `milliseconds` on and below `end`, both edges of `LatencyBucket`.
  func count(from milliseconds: Int64, to end: Int64) -> Int {
    counts.reduce(0) { sum, bucket in
      let range = LatencyBucket.range(of: bucket.key)
      return sum + (range.lowerBound >= milliseconds && range.upperBound <= end ? bucket.value : 0)
    }
  }
}
