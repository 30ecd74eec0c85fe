package import ReceiptModel

/// Rates of groups of different make-up, made comparable.
package enum Standardisation {
  /// A stratum's rate in two groups, such as the ack rates of two app versions on one OS version.
  package struct Stratum: Sendable {
    package var one: Rate
    package var other: Rate

    package init(_ one: Rate, _ other: Rate) {
      self.one = one
      self.other = other
    }
  }

  /// Both groups' rates as if both had the mix of the first: direct standardisation over the strata that both have.
  ///
  /// - Returns: shares from 0 to 1; `nil` when no stratum has data of both.
  package static func direct(_ strata: [Stratum]) -> (one: Double, other: Double)? {
    let common = strata.filter { $0.one.denominator > 0 && $0.other.denominator > 0 }
    let weight = common.reduce(0.0) { $0 + Double($1.one.denominator) }
    guard weight > 0 else { return nil }
    return common.reduce((0, 0)) { sum, stratum in
      let share = Double(stratum.one.denominator) / weight
      return (sum.0 + share * (stratum.one.value ?? 0), sum.1 + share * (stratum.other.value ?? 0))
    }
  }

  /// The chance that the first group's rate is as much lower or more although the strata's rates are the same: the
  /// Mantel-Haenszel test with continuity correction.
  ///
  /// N. Mantel and W. Haenszel, "Statistical aspects of the analysis of data from retrospective studies of disease",
  /// Journal of the National Cancer Institute 22 (1959).
  package static func chanceOfLower(_ strata: [Stratum]) -> Double {
    var (seen, expected, variance) = (0.0, 0.0, 0.0)
    for stratum in strata where stratum.one.denominator > 0 && stratum.other.denominator > 0 {
      let (n, m) = (Double(stratum.one.denominator), Double(stratum.other.denominator))
      let hits = Double(stratum.one.numerator + stratum.other.numerator)
      let all = n + m
      guard all > 1 else { continue }
      seen += Double(stratum.one.numerator)
      expected += n * hits / all
      variance += n * m * hits * (all - hits) / (all * all * (all - 1))
    }
    guard variance > 0, seen < expected else { return 1 }
    return Chance.upperTail(max(0, expected - seen - 0.5) / variance.squareRoot())
  }

  /// A change of a total rate, split into what changed inside the segments and what their mix did.
  package struct Split: Equatable, Sendable {
    /// The change if the mix had stayed.
    package var within: Double
    /// The change that comes from segments having grown or shrunk.
    package var shift: Double
    package var total: Double { within + shift }
  }

  /// Splits the change from `before` to `after`; the two parts add up to it.
  ///
  /// Each segment's part of the sends is averaged over both times for the one, and its rate for the other, so that no time
  /// is preferred and nothing is left over: E. M. Kitagawa, "Components of a difference between two rates", Journal of the
  /// American Statistical Association 50 (1955).
  ///
  /// A segment that only one of the times has counts as shift against the other time's total rate.
  ///
  /// - Returns: `nil` when one of the times has no data.
  package static func split<Segment: Hashable>(
    from before: [Segment: Rate], to after: [Segment: Rate]
  ) -> Split? {
    let (sumBefore, sumAfter) = (total(before), total(after))
    guard let rateBefore = sumBefore.value, let rateAfter = sumAfter.value else { return nil }
    var within = 0.0
    for (segment, old) in before {
      guard let new = after[segment], let oldRate = old.value, let newRate = new.value else { continue }
      let part =
        Double(old.denominator) / Double(sumBefore.denominator)
        + Double(new.denominator) / Double(sumAfter.denominator)
      within += (newRate - oldRate) * part / 2
    }
    return Split(within: within, shift: rateAfter - rateBefore - within)
  }

  private static func total<Segment>(_ rates: [Segment: Rate]) -> Rate {
    rates.values.reduce(Rate(0, of: 0)) {
      Rate($0.numerator + $1.numerator, of: $0.denominator + $1.denominator)
    }
  }
}
