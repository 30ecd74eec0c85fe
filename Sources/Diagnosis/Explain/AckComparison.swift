package import ReceiptModel

/// The acks of some sends, beside those that other sends to the same builds let expect.
package struct AckComparison: Equatable, Sendable {
  /// Of the sends in question.
  package var own: Rate
  /// Of all others.
  package var others: Rate
  /// The others' share if they had the builds of the sends in question, from 0 to 1.
  package var expected: Double
  /// The chance of as few acks or fewer if these sends are like the others.
  package var chance: Double

  /// - Parameters:
  ///   - own: the sends in question, by build.
  ///   - all: the sends among which they stand, by build.
  ///   - areOwnInAll: whether `all` holds the sends in question too, so that they have to be taken out.
  ///   - share: the part of the others' acks that counts, for sends whose late acks cannot be there yet.
  /// - Returns: `nil` when no build has sends of both.
  package init?(_ own: [BuildAcks], beside all: [BuildAcks], areOwnInAll: Bool, counting share: Double = 1) {
    var strata: [Standardisation.Stratum] = []
    self.own = Rate(0, of: 0)
    others = Rate(0, of: 0)
    for build in own { self.own.add(build.rate) }
    let ownRates = own.rates
    for build in all {
      let here = ownRates[build.versions]
      var rest = build.rate
      if areOwnInAll, let here {
        rest = Rate(max(0, rest.numerator - here.numerator), of: max(0, rest.denominator - here.denominator))
        rest.numerator = min(rest.numerator, rest.denominator)
      }
      rest.numerator = Int((Double(rest.numerator) * share).rounded())
      others.add(rest)
      if let here { strata.append(Standardisation.Stratum(here, rest)) }
    }
    guard let standard = Standardisation.direct(strata) else { return nil }
    expected = standard.other
    let both = strata.filter { $0.one.denominator > 0 && $0.other.denominator > 0 }
    let hits = both.reduce(0) { $0 + $1.one.numerator }
    let count = both.reduce(0) { $0 + $1.one.denominator }
    let rest = both.reduce((hits: 0, of: 0)) { ($0.hits + $1.other.numerator, $0.of + $1.other.denominator) }
    // Each test is too sure where another is not: the chance under the expectation takes the expectation for certain,
    // and the others take it from few data too, but need many data, or one mix, for their own approximations.
    let matched = Standardisation.sum(of: strata)
    let bySample =
      matched.isLargeEnough ? matched.chanceOfLower() : Chance.ofLower((hits: hits, of: count), than: rest)
    chance = max(bySample, Self.chance(ofAtMost: hits, of: count, share: expected))
  }

  /// Exact for counts that are soon added up.
  private static func chance(ofAtMost hits: Int, of count: Int, share: Double) -> Double {
    if hits == 0 { return Chance.ofNone(in: count, share: share) }
    guard hits > 10_000 else { return Chance.ofAtMost(hits, of: count, share: share) }
    let mean = Double(count) * share
    return Chance.upperTail((mean - Double(hits)) / (mean * (1 - share)).squareRoot())
  }
}
