import ReceiptModel

/// The acks of some hours that are slower than a percentile of the hours before them.
struct SlowerThan: Sendable {
  /// Milliseconds.
  var edge: Int64
  var now: Rate
  var before: Rate

  /// - Returns: `nil` without acks of both.
  init?(_ percentile: Double, _ now: [AckHour], _ before: [AckHour]) {
    guard let edge = before.latencies.percentiles([percentile])[0] else { return nil }
    self.edge = edge
    self.now = now.latencies.slower(than: edge)
    self.before = before.latencies.slower(than: edge)
    guard self.now.denominator > 0, self.before.denominator > 0 else { return nil }
  }

  var share: Double { now.value ?? 0 }
  var usual: Double { before.value ?? 0 }

  /// The slow acks of some hours as a share of the sends.
  func ofSends(_ hours: [AckHour]) -> Rate {
    Rate(hours.latencies.slower(than: edge).numerator, of: hours.ackRate.denominator)
  }

  /// The chance that so many or more are slow if all is as before, by the counts.
  var chance: Double {
    Chance.ofLower(
      (now.denominator - now.numerator, now.denominator),
      than: (before.denominator - before.numerator, before.denominator))
  }

  /// How much more than usual were slow on the slowest of some days.
  ///
  /// - Parameters:
  ///   - hours: those before, of which each 24 are a day.
  ///   - least: acks that a day must have to count.
  /// - Returns: `nil` with fewer than three days that count.
  func largestRise(ofDays hours: [AckHour], least: Int) -> Double? {
    let shares = stride(from: 0, to: hours.count, by: 24).compactMap { first -> Double? in
      let slow = hours[first..<min(first + 24, hours.count)].latencies.slower(than: edge)
      return slow.denominator >= least ? slow.value : nil
    }
    return shares.count >= 3 ? shares.max().map { $0 - usual } : nil
  }
}
