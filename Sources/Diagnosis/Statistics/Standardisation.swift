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

  /// The chance that the first group's rate is so much lower, or lower still, if the strata's rates are the same: the
  /// Mantel-Haenszel test of `MatchedSum`.
  ///
  /// - Returns: 1 where the data are too few for the test, and where the rate is not lower.
  package static func chanceOfLower(_ strata: [Stratum]) -> Double { sum(of: strata).chanceOfLower() }

  /// The strata added up.
  package static func sum(of strata: [Stratum]) -> MatchedSum {
    strata.reduce(into: MatchedSum()) { $0.add($1.one, $1.other) }
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
  /// A segment that only one of the times has counts as shift.
  ///
  /// - Returns: `nil` when one of the times has no data.
  package static func split<Segment: Hashable>(
    from before: [Segment: Rate], to after: [Segment: Rate]
  ) -> Split? {
    guard let parts = parts(from: before, to: after), let change = change(total(before), total(after))
    else { return nil }
    // In order, since the last bit of a sum depends on it and a dictionary has none.
    let within = parts.values.map(\.within).sorted().reduce(0, +)
    return Split(within: within, shift: change - within)
  }

  /// The same for each segment; all parts together add up to the change of the total.
  ///
  /// A segment's shift is its growth times how far its rate lies above that of all, both averaged over the two times: a
  /// segment with a low rate that grows, and one with a high rate that shrinks, lower the total.
  package static func parts<Segment: Hashable>(
    from before: [Segment: Rate], to after: [Segment: Rate]
  ) -> [Segment: Split]? {
    let (sumBefore, sumAfter) = (total(before), total(after))
    guard let rateBefore = sumBefore.value, let rateAfter = sumAfter.value else { return nil }
    let middle = (rateBefore + rateAfter) / 2
    var parts: [Segment: Split] = [:]
    for segment in Set(before.keys).union(after.keys) {
      let (old, new) = (before[segment] ?? Rate(0, of: 0), after[segment] ?? Rate(0, of: 0))
      guard let rate = new.value ?? old.value else { continue }
      let (oldRate, newRate) = (old.value ?? rate, new.value ?? rate)
      let oldShare = Double(old.denominator) / Double(sumBefore.denominator)
      let newShare = Double(new.denominator) / Double(sumAfter.denominator)
      parts[segment] = Split(
        within: (newRate - oldRate) * (oldShare + newShare) / 2,
        shift: (newShare - oldShare) * ((oldRate + newRate) / 2 - middle))
    }
    return parts
  }

  private static func change(_ before: Rate, _ after: Rate) -> Double? {
    guard let before = before.value, let after = after.value else { return nil }
    return after - before
  }

  private static func total<Segment>(_ rates: [Segment: Rate]) -> Rate {
    rates.values.reduce(Rate(0, of: 0)) {
      Rate($0.numerator + $1.numerator, of: $0.denominator + $1.denominator)
    }
  }
}
