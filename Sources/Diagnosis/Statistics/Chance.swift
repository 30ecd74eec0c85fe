import Glibc

/// How likely what was seen is when nothing is wrong.
///
/// Each is one-sided and lies between 0 and 1. It is never exactly 0, which stands for a fact.
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
  ///
  /// - Complexity: O(√*n*), since only the terms that matter are added.
  package static func ofAtMost(_ successes: Int, of count: Int, share: Double) -> Double {
    guard count > 0, successes < count else { return 1 }
    guard successes >= 0 else { return smallest }
    guard share > 0 else { return 1 }
    guard share < 1 else { return smallest }
    let odds = share / (1 - share)
    let here = exp(
      logBinomial(count, successes) + Double(successes) * log(share)
        + Double(count - successes) * log1p(-share))
    guard Double(successes) > Double(count) * share else {
      return clamped(
        here / 2 + tail(from: here, over: successes) { Double($0) / (Double(count - $0 + 1) * odds) })
    }
    return clamped(
      1 - here / 2
        - tail(from: here, over: count - successes) { Double($0) * odds / Double(count - $0 + 1) })
  }

  /// The chance of at least `successes` of `count`, in the same way.
  package static func ofAtLeast(_ successes: Int, of count: Int, share: Double) -> Double {
    ofAtMost(count - successes, of: count, share: 1 - share)
  }

  /// The chance of at least `successes` of `count`, where the share is known only from hits and misses before.
  ///
  /// The beta-binomial distribution: each share counts by how likely it makes what was seen before. Here what is as
  /// unlikely counts in full, since the chance answers whether it may well be.
  ///
  /// - Parameters:
  ///   - hits: above 0, with what is assumed beside what was seen.
  ///   - misses: likewise.
  /// - Complexity: O(*n*).
  package static func ofAtLeast(_ successes: Int, of count: Int, hits: Double, misses: Double) -> Double {
    guard successes > 0 else { return 1 }
    let terms = stride(from: successes, through: count, by: 1).map { number in
      let seen = logBeta(hits + Double(number), misses + Double(count - number))
      return exp(logBinomial(count, number) + seen - logBeta(hits, misses))
    }
    return clamped(terms.reduce(0, +))
  }

  /// The chance that two samples of one share differ so that the first is lower by as much or more.
  ///
  /// Exact (Fisher's, mid-p) where any expected count is below 1,000, else by the pooled normal approximation with Yates's
  /// continuity correction: F. Yates, "Contingency tables involving small numbers and the χ² test", Supplement to the
  /// Journal of the Royal Statistical Society 1 (1934). The usual line of 5 or 10 is meant for chances of one in twenty;
  /// with an expected count of 10 the approximation takes one in 20,000 for one in 500,000.
  ///
  /// - Complexity: O(√*n*).
  package static func ofLower(_ low: (hits: Int, of: Int), than high: (hits: Int, of: Int)) -> Double {
    guard low.of > 0, high.of > 0 else { return 1 }
    let total = Double(low.of + high.of)
    let hits = Double(low.hits + high.hits)
    let pooled = hits / total
    let expected = [Double(low.of), Double(high.of)].flatMap { [$0 * pooled, $0 * (1 - pooled)] }
    guard expected.min() ?? 0 >= 1000 else { return exact(low, high) }
    return corrected(low, high)
  }

  /// The normal approximation with Yates's correction.
  static func corrected(_ low: (hits: Int, of: Int), _ high: (hits: Int, of: Int)) -> Double {
    let pooled = Double(low.hits + high.hits) / Double(low.of + high.of)
    guard pooled > 0, pooled < 1 else { return 1 }
    let difference = Double(high.hits) / Double(high.of) - Double(low.hits) / Double(low.of)
    let correction = (1 / Double(low.of) + 1 / Double(high.of)) / 2
    let deviation = (pooled * (1 - pooled) * (1 / Double(low.of) + 1 / Double(high.of))).squareRoot()
    let shrunk = difference > 0 ? max(0, difference - correction) : min(0, difference + correction)
    return upperTail(shrunk / deviation)
  }

  /// The chance of a standard normal value above `z`.
  package static func upperTail(_ z: Double) -> Double { clamped(erfc(z / 2.0.squareRoot()) / 2) }

  /// The chance of a value above `t` in Student's distribution.
  ///
  /// By the normal value that has nearly the same chance; for one in a thousand it gives a fifth too much with three degrees
  /// of freedom and a hundredth with ten:
  /// D. L. Wallace, "Bounds on normal approximations to Student's and the chi-square distributions", Annals of
  /// Mathematical Statistics 30 (1959).
  package static func upperTail(t: Double, degrees: Int) -> Double {
    guard degrees > 0 else { return 1 }
    let n = Double(degrees)
    let z = (8 * n + 1) / (8 * n + 3) * (n * log1p(t * t / n)).squareRoot()
    return upperTail(t < 0 ? -z : z)
  }

  /// The chance that one more value of a series lies as far below the others or farther, given how they scatter.
  ///
  /// Counts of a thousand pushes say little about tomorrow when days differ by more than such counts do; the days
  /// themselves are the sample then, and `value` is judged by the prediction interval of a normal sample: G. J. Hahn,
  /// "Factors for calculating two-sided prediction intervals for samples from a normal distribution", Journal of the
  /// American Statistical Association 64 (1969).
  ///
  /// - Parameters:
  ///   - past: at least two values; with fewer the chance is 1.
  ///   - floor: a standard deviation the values have at least, whatever they show.
  package static func ofLower(_ value: Double, than past: [Double], floor: Double) -> Double {
    guard past.count >= 2 else { return 1 }
    let n = Double(past.count)
    let mean = past.reduce(0, +) / n
    let variance = past.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (n - 1)
    let deviation = max(floor, variance.squareRoot()) * (1 + 1 / n).squareRoot()
    guard deviation > 0 else { return value < mean ? smallest : 1 }
    return upperTail(t: (mean - value) / deviation, degrees: past.count - 1)
  }

  /// Fisher's exact test, mid-p: the hits of the first sample given all margins are hypergeometric.
  static func exact(_ low: (hits: Int, of: Int), _ high: (hits: Int, of: Int)) -> Double {
    let hits = low.hits + high.hits
    let first = max(0, hits - high.of)
    let last = min(hits, low.of)
    guard first < last else { return 1 }
    let here = exp(
      logBinomial(low.of, low.hits) + logBinomial(high.of, high.hits)
        - logBinomial(low.of + high.of, hits))
    let expected = Double(low.of) * Double(hits) / Double(low.of + high.of)
    guard Double(low.hits) > expected else {
      let below = tail(from: here, over: low.hits - first) { left in
        let k = first + left
        return Double(k) * Double(high.of - hits + k) / (Double(low.of - k + 1) * Double(hits - k + 1))
      }
      return clamped(here / 2 + below)
    }
    let above = tail(from: here, over: last - low.hits) { left in
      let k = last - left
      return Double(low.of - k) * Double(hits - k) / (Double(k + 1) * Double(high.of - hits + k + 1))
    }
    return clamped(1 - here / 2 - above)
  }

  /// The sum of the terms beyond one, each the one before times `ratio`, as long as they count.
  ///
  /// - Parameter ratio: by how many terms are left, from `steps` down to 1.
  private static func tail(from term: Double, over steps: Int, ratio: (Int) -> Double) -> Double {
    var (term, sum, left) = (term, 0.0, steps)
    while left > 0 {
      term *= ratio(left)
      guard term > sum * 1e-17 else { break }
      sum += term
      left -= 1
    }
    return sum
  }

  /// The logarithm of n over k.
  static func logBinomial(_ n: Int, _ k: Int) -> Double {
    logFactorial(n) - logFactorial(k) - logFactorial(n - k)
  }

  /// The logarithm of Euler's beta function.
  private static func logBeta(_ a: Double, _ b: Double) -> Double {
    lgamma(a).0 + lgamma(b).0 - lgamma(a + b).0
  }

  private static func logFactorial(_ n: Int) -> Double { lgamma(Double(n) + 1).0 }

  /// The chance that two things are as unlikely together as they are; of one of them its own, and 1 of none.
  ///
  /// R. A. Fisher, "Statistical Methods for Research Workers", 1932, section 21.1.
  static func ofBoth(_ one: Double?, _ other: Double?) -> Double {
    guard let one, let other else { return one ?? other ?? 1 }
    let product = clamped(one) * clamped(other)
    return clamped(product * (1 - log(product)))
  }

  static func clamped(_ chance: Double) -> Double { min(1, max(smallest, chance)) }
}
