import Glibc
import ReceiptModel

extension Chance {
  /// The chance that the first group's hits are so few, or fewer, if the strata's rates are the same: exact where data
  /// are too few for the Mantel-Haenszel test of `MatchedSum`, else by that test.
  ///
  /// Given the margins, the first group's hits in a stratum are hypergeometric, and their sum has the distribution of the
  /// sum of these: J. J. Gart, "Point and interval estimation of the common odds ratio in the combination of 2 × 2 tables
  /// with fixed marginals", Biometrika 57 (1970). Mid-p, as everywhere.
  ///
  /// - Complexity: O(*w*²), with *w* the ways in which hits can be dealt to the groups, at most 2,048; above that it is 1.
  package static func ofLower(_ strata: [Standardisation.Stratum]) -> Double {
    let sum = Standardisation.sum(of: strata)
    guard !sum.isLargeEnough else { return sum.chanceOfLower() }
    let tables = strata.filter { $0.one.denominator > 0 && $0.other.denominator > 0 }.map(Table.init)
    let ways = tables.reduce(0) { $0 + $1.most - $1.least }
    // With one way there is nothing to compare.
    guard (1...2048).contains(ways) else { return 1 }
    var shares = [1.0]
    for table in tables {
      var next = Array(repeating: 0.0, count: shares.count + table.most - table.least)
      for (offset, share) in table.shares.enumerated() {
        for (place, sum) in shares.enumerated() { next[place + offset] += sum * share }
      }
      shares = next
    }
    let seen = tables.reduce(0) { $0 + $1.seen - $1.least }
    return clamped(shares[..<seen].reduce(0, +) + shares[seen] / 2)
  }

  /// What the hits of one group of a stratum can be, given how many there are.
  private struct Table {
    var seen: Int
    var least: Int
    var most: Int
    /// The chances of `least` hits, one more, and so on up to `most`.
    var shares: [Double]

    init(_ stratum: Standardisation.Stratum) {
      let (n, m) = (stratum.one.denominator, stratum.other.denominator)
      let hits = stratum.one.numerator + stratum.other.numerator
      seen = stratum.one.numerator
      least = max(0, hits - m)
      most = min(n, hits)
      shares = (least...most).map { own in
        exp(
          Chance.logBinomial(n, own) + Chance.logBinomial(m, hits - own) - Chance.logBinomial(n + m, hits))
      }
    }
  }
}
