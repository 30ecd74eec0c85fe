package import ReceiptModel

/// Two rates compared inside strata that are added up as they come, so that a million of them need no memory.
///
/// The test is that of N. Mantel and W. Haenszel, "Statistical aspects of the analysis of data from retrospective studies
/// of disease", Journal of the National Cancer Institute 22 (1959). The rates are weighted as the difference of rates in
/// S. Greenland and J. M. Robins, "Estimation of a common effect parameter from sparse follow-up data", Biometrics 41
/// (1985): a stratum counts by n·m / (n + m). The test's normal approximation holds when the expected sum of hits is at
/// least 5 away from both of its ends: N. Mantel and J. L. Fleiss, "Minimum expected cell size requirements for the
/// Mantel-Haenszel one-degree-of-freedom chi-square test and a related rapid procedure", American Journal of
/// Epidemiology 112 (1980).
package struct MatchedSum: Equatable, Sendable {
  private var seen = 0.0
  private var expected = 0.0
  private var variance = 0.0
  /// The ends between which the sum of hits can lie.
  private var least = 0.0
  private var most = 0.0
  private var weight = 0.0
  private var one = 0.0
  private var other = 0.0

  package init() {}

  /// Takes a stratum; one without data of both sides changes nothing.
  package mutating func add(_ first: Rate, _ second: Rate) {
    guard let firstShare = first.value, let secondShare = second.value else { return }
    let (n, m) = (Double(first.denominator), Double(second.denominator))
    let hits = Double(first.numerator + second.numerator)
    let all = n + m
    seen += Double(first.numerator)
    expected += n * hits / all
    least += max(0, hits - m)
    most += min(n, hits)
    variance += n * m * hits * (all - hits) / (all * all * (all - 1))
    weight += n * m / all
    one += n * m / all * firstShare
    other += n * m / all * secondShare
  }

  /// The rates of both sides, weighted alike; `nil` without data of both.
  package var rates: (one: Double, other: Double)? {
    weight > 0 ? (one / weight, other / weight) : nil
  }

  /// Whether there are enough data for the test.
  package var isLargeEnough: Bool { variance > 0 && min(expected - least, most - expected) >= 5 }

  /// The chance that the first rate is so much lower, or lower still, if the rates are the same in each stratum, with
  /// continuity correction; 1 where the data are too few for the test, and where the rate is not lower.
  ///
  /// - Parameter effect: how many times as much the sum varies as it would if all were independent of each other: the
  ///   design effect of L. Kish, "Survey Sampling" (1965).
  package func chanceOfLower(designEffect effect: Double = 1) -> Double {
    guard isLargeEnough, seen < expected else { return 1 }
    return Chance.upperTail(max(0, expected - seen - 0.5) / (variance * effect).squareRoot())
  }
}
