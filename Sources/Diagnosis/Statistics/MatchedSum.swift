package import ReceiptModel

/// Two rates compared inside strata that are added up as they come, so that a million of them need no memory.
///
/// The test is that of N. Mantel and W. Haenszel, "Statistical aspects of the analysis of data from retrospective studies
/// of disease", Journal of the National Cancer Institute 22 (1959). The rates are weighted as the difference of rates in
/// S. Greenland and J. M. Robins, "Estimation of a common effect parameter from sparse follow-up data", Biometrics 41
/// (1985): a stratum counts by n·m / (n + m).
package struct MatchedSum: Equatable, Sendable {
  private var seen = 0.0
  private var expected = 0.0
  private var variance = 0.0
  private var weight = 0.0
  private var one = 0.0
  private var other = 0.0

  package init() {}

  /// Takes a stratum; without data of both it says nothing.
  package mutating func add(_ first: Rate, _ second: Rate) {
    guard let firstShare = first.value, let secondShare = second.value else { return }
    let (n, m) = (Double(first.denominator), Double(second.denominator))
    let hits = Double(first.numerator + second.numerator)
    let all = n + m
    seen += Double(first.numerator)
    expected += n * hits / all
    variance += n * m * hits * (all - hits) / (all * all * (all - 1))
    weight += n * m / all
    one += n * m / all * firstShare
    other += n * m / all * secondShare
  }

  /// The rates of both sides, weighted alike; `nil` without data of both.
  package var rates: (one: Double, other: Double)? {
    weight > 0 ? (one / weight, other / weight) : nil
  }

  /// The chance that the first rate is as much lower or more although they are the same in each stratum.
  package var chanceOfLower: Double {
    guard variance > 0, seen < expected else { return 1 }
    return Chance.upperTail(max(0, expected - seen - 0.5) / variance.squareRoot())
  }
}
