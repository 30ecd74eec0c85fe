internal import Glibc

/// How likely what was seen is when nothing is wrong.
///
/// Each is one-sided and lies between 0 and 1, and never is exactly 0, which stands for a fact.
package enum Chance {
  private static let smallest = 1e-300

  /// The chance that none of `count` happens when each does with probability `share`: (1 - share)^count.
  package static func ofNone(in count: Int, share: Double) -> Double {
    guard share < 1 else { return count > 0 ? smallest : 1 }
    return clamped(exp(Double(count) * log1p(-max(0, share))))
  }

  /// The chance of at most `successes` of `count` when each happens with probability `share`, with half the chance of
  /// exactly as many (mid-p).
  ///
  /// H. O. Lancaster, "Significance tests in discrete distributions", Journal of the American Statistical Association 56
  /// (1961): mid-p undoes most of the caution of exact tests with small counts.
  package static func ofAtMost(_ successes: Int, of count: Int, share: Double) -> Double {
    guard count > 0, successes < count else { return 1 }
    guard share > 0 else { return 1 }
    guard share < 1 else { return smallest }
    var sum = 0.0
    for k in 0...successes {
      let weight = exp(logBinomial(count, k) + Double(k) * log(share) + Double(count - k) * log1p(-share))
      sum += k == successes ? weight / 2 : weight
    }
    return clamped(sum)
  }

  /// The chance of at least `successes` of `count`, likewise.
  package static func ofAtLeast(_ successes: Int, of count: Int, share: Double) -> Double {
    ofAtMost(count - successes, of: count, share: 1 - share)
  }

  /// The chance that two samples of one share differ so that the first is lower by as much or more.
  ///
  /// Exact (Fisher's, mid-p) where any expected count is below 10, else by the pooled normal approximation with Yates's
  /// continuity correction: F. Yates, "Contingency tables involving small numbers and the χ² test", Supplement to the
  /// Journal of the Royal Statistical Society 1 (1934).
  package static func ofLower(_ low: (hits: Int, of: Int), than high: (hits: Int, of: Int)) -> Double {
    guard low.of > 0, high.of > 0 else { return 1 }
    let total = Double(low.of + high.of)
    let hits = Double(low.hits + high.hits)
    let pooled = hits / total
    let expected = [Double(low.of), Double(high.of)].flatMap { [$0 * pooled, $0 * (1 - pooled)] }
    guard expected.min() ?? 0 >= 10 else { return exact(low, high) }
    let difference = Double(high.hits) / Double(high.of) - Double(low.hits) / Double(low.of)
    let correction = (1 / Double(low.of) + 1 / Double(high.of)) / 2
    let deviation = (pooled * (1 - pooled) * (1 / Double(low.of) + 1 / Double(high.of))).squareRoot()
    let shrunk = difference > 0 ? max(0, difference - correction) : min(0, difference + correction)
    return upperTail(shrunk / deviation)
  }

  /// The chance of a standard normal value above `z`.
  package static func upperTail(_ z: Double) -> Double { clamped(erfc(z / 2.0.squareRoot()) / 2) }

  /// Fisher's exact test, mid-p: the hits of the first sample given all margins are hypergeometric.
  private static func exact(_ low: (hits: Int, of: Int), _ high: (hits: Int, of: Int)) -> Double {
    let hits = low.hits + high.hits
    let all = logBinomial(low.of + high.of, hits)
    let first = max(0, hits - high.of)
    guard first <= low.hits else { return 1 }
    var sum = 0.0
    for k in first...low.hits {
      let weight = exp(logBinomial(low.of, k) + logBinomial(high.of, hits - k) - all)
      sum += k == low.hits ? weight / 2 : weight
    }
    return clamped(sum)
  }

  /// The logarithm of n over k.
  private static func logBinomial(_ n: Int, _ k: Int) -> Double {
    logFactorial(n) - logFactorial(k) - logFactorial(n - k)
  }

  private static func logFactorial(_ n: Int) -> Double {
    var sign: Int32 = 0
    // The sign goes to a variable of ours, not to the global one of lgamma.
    return unsafe lgamma_r(Double(n) + 1, &sign)
  }

  private static func clamped(_ chance: Double) -> Double { min(1, max(smallest, chance)) }
}
