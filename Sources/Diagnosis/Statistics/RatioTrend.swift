import Glibc
package import ReceiptModel

/// Whether the ratio of two rates falls along some measure, such as a build's ack rate and its peers' along how slow
/// networks are.
///
/// The logarithm of each ratio with the variance of D. Katz and others, "Obtaining confidence intervals for the risk ratio
/// in cohort studies", Biometrics 34 (1978), half a hit added to each count; a straight line through them by weighted
/// least squares; its slope against its standard error.
package struct RatioTrend: Equatable, Sendable {
  /// The ratio that the line gives at the lowest and at the highest measure.
  package var ratios: (lowest: Double, highest: Double) { (exp(atLowest), exp(atHighest)) }
  /// The chance that the line falls so much, or more, if the ratio is the same everywhere.
  package var chanceOfFall: Double
  /// The most that the ratio may fall from the lowest measure to the highest, as a share of the former: the upper end
  /// of a 95 % interval.
  package var fallAtMost: Double

  private var atLowest: Double
  private var atHighest: Double

  package struct Point: Sendable {
    package var measure: Double
    package var one: Rate
    package var other: Rate

    package init(_ measure: Double, _ one: Rate, _ other: Rate) {
      self.measure = measure
      self.one = one
      self.other = other
    }
  }

  /// - Returns: `nil` when fewer than two different measures have `enough` data on both sides.
  package init?(_ points: [Point], enough: Int = 20) {
    let points = points.filter { $0.one.denominator >= enough && $0.other.denominator >= enough }
    let measures = points.map(\.measure)
    guard let lowest = measures.min(), let highest = measures.max(), lowest < highest else { return nil }
    let values = points.map { point in
      let (one, other) = (Self.logarithm(point.one), Self.logarithm(point.other))
      return (x: point.measure, y: one.value - other.value, weight: 1 / (one.variance + other.variance))
    }
    let weight = values.reduce(0) { $0 + $1.weight }
    let x = values.reduce(0) { $0 + $1.weight * $1.x } / weight
    let y = values.reduce(0) { $0 + $1.weight * $1.y } / weight
    let spread = values.reduce(0) { $0 + $1.weight * ($1.x - x) * ($1.x - x) }
    guard spread > 0 else { return nil }
    let slope = values.reduce(0) { $0 + $1.weight * ($1.x - x) * ($1.y - y) } / spread
    let deviation = 1 / spread.squareRoot()
    chanceOfFall = Chance.upperTail(-slope / deviation)
    fallAtMost = max(0, 1 - exp((slope - 1.96 * deviation) * (highest - lowest)))
    atLowest = y + slope * (lowest - x)
    atHighest = y + slope * (highest - x)
  }

  /// The logarithm of a rate, and its variance.
  static func logarithm(_ rate: Rate) -> (value: Double, variance: Double) {
    let (hits, count) = (Double(rate.numerator) + 0.5, Double(rate.denominator) + 0.5)
    // Never 0: a build without a single miss is not known without error.
    return (log(hits / count), max(1 / hits - 1 / count, 0.25 / (count * count)))
  }
}
