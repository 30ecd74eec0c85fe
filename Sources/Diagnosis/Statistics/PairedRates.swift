package import ReceiptModel

/// Rates of the same devices after a change and before it, added up so that a million of them need no memory.
///
/// A device counts by n·m / (n + m) pushes, as in `MatchedSum`, but its pushes need not be independent of each other: how
/// much the sum varies is also taken from how far the differences of devices lie from 0 (the "sandwich" estimate of H.
/// White, "A heteroskedasticity-consistent covariance matrix estimator", Econometrica 48 (1980)), and the larger counts.
package struct PairedRates: Equatable, Sendable {
  /// Those with pushes on both sides.
  package private(set) var devices = 0
  private var weight = 0.0
  private var after = 0.0
  private var before = 0.0
  /// Squares and products of what each device adds to the two.
  private var squareAfter = 0.0
  private var squareBefore = 0.0
  private var product = 0.0
  /// If pushes were independent.
  private var variance = 0.0

  /// Fewer say nothing of how devices differ.
  package static let fewestDevices = 20

  package init() {}

  /// Takes a device; one without pushes on both sides changes nothing.
  ///
  /// - Returns: what a push of each side counts for.
  @discardableResult
  package mutating func add(after: Rate, before: Rate) -> (after: Double, before: Double) {
    guard let later = after.value, let earlier = before.value else { return (0, 0) }
    let (n, m) = (Double(after.denominator), Double(before.denominator))
    let own = n * m / (n + m)
    let (one, other) = (own * later, own * earlier)
    devices += 1
    weight += own
    self.after += one
    self.before += other
    squareAfter += one * one
    squareBefore += other * other
    product += one * other
    let hits = Double(after.numerator + before.numerator)
    variance += n * m * hits * (n + m - hits) / ((n + m) * (n + m) * (n + m - 1))
    return (own / n, own / m)
  }

  /// Both rates, each device weighted alike; `nil` without devices.
  package var rates: (after: Double, before: Double)? {
    weight > 0 ? (after / weight, before / weight) : nil
  }

  /// The chance that the later rate is so much lower, or lower still, if it is the earlier one times the trend; 1 where it
  /// is not lower, and where there are too few devices or hits.
  package func chanceOfLower(than trend: Trend = Trend()) -> Double {
    let expected = before * trend.factor
    guard devices >= Self.fewestDevices, expected >= 5, after < expected else { return 1 }
    return Chance.upperTail((expected - after) / deviation(trend))
  }

  /// The upper end of the 95 % interval of how far the later rate lies below the earlier one times the trend; 1 where there
  /// are too few devices.
  package func fallAtMost(than trend: Trend = Trend()) -> Double {
    guard devices >= Self.fewestDevices else { return 1 }
    return (before * trend.factor - after + 1.96 * deviation(trend)) / weight
  }

  /// How the rate of these devices changed, for others to be compared with; as if it had stayed where there are too few.
  package var trend: Trend {
    guard devices >= Self.fewestDevices, before > 0 else { return Trend() }
    let trend = Trend(factor: after / before, error: 0)
    return after > 0 ? Trend(factor: trend.factor, error: deviation(trend) / after) : trend
  }

  private func deviation(_ trend: Trend) -> Double {
    let own = squareAfter - 2 * trend.factor * product + trend.factor * trend.factor * squareBefore
    let ofTrend = before * trend.factor * trend.error
    return (max(1, own, variance) + ofTrend * ofTrend).squareRoot()
  }

  /// How a rate changes by itself from one time to another: its factor, and the relative standard error of that.
  package struct Trend: Equatable, Sendable {
    package var factor = 1.0
    package var error = 0.0

    package init() {}

    package init(factor: Double, error: Double) {
      self.factor = factor
      self.error = error
    }
  }
}
