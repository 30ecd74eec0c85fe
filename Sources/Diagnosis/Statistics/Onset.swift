import Glibc
package import ReceiptModel

/// When a rate changed.
package enum Onset {
  /// The start of the stretch at the end of a series in which the rate differs most from what came before.
  ///
  /// The split that makes the two sides most likely as binomial samples, each with its own share: the maximum likelihood
  /// estimate of a single change, D. V. Hinkley and E. A. Hinkley, "Inference about the change-point in a sequence of
  /// binomial variables", Biometrika 57 (1970).
  ///
  /// - Parameter series: times with rates, in order; those without a denominator play no role.
  /// - Returns: the time of the first rate after the change; that of the first with data when no split is convincing,
  ///   which says "at least since"; `nil` without data.
  package static func time(of series: [(time: Instant, rate: Rate)]) -> Instant? {
    let series = series.filter { $0.rate.denominator > 0 }
    guard let first = series.first else { return nil }
    let total = series.reduce((0, 0)) { ($0.0 + $1.rate.numerator, $0.1 + $1.rate.denominator) }
    let unchanged = likelihood(total.0, total.1)
    var before = (0, 0)
    var best: (gain: Double, time: Instant)?
    for (index, point) in series.enumerated().dropFirst() {
      before.0 += series[index - 1].rate.numerator
      before.1 += series[index - 1].rate.denominator
      let gain =
        likelihood(before.0, before.1) + likelihood(total.0 - before.0, total.1 - before.1) - unchanged
      if gain > best?.gain ?? 0 { best = (gain, point.time) }
    }
    // Half of the likelihood ratio statistic; 6.9 is a factor of a thousand.
    guard let best, best.gain > 6.9 else { return first.time }
    return best.time
  }

  /// Likewise, of a rate that is higher since; `nil` where none is, and where no split is convincing.
  package static func rise(of series: [(time: Instant, rate: Rate)]) -> Instant? {
    let series = series.filter { $0.rate.denominator > 0 }
    guard let onset = time(of: series), onset != series.first?.time else { return nil }
    func share(_ part: [(time: Instant, rate: Rate)]) -> Double {
      part.reduce(into: Rate(0, of: 0)) { $0.add($1.rate) }.value ?? 0
    }
    return share(series.filter { $0.time >= onset }) > share(series.filter { $0.time < onset }) ? onset : nil
  }

  /// The logarithm of the likelihood of a binomial sample under its own share.
  private static func likelihood(_ hits: Int, _ count: Int) -> Double {
    guard hits > 0, hits < count else { return 0 }
    let share = Double(hits) / Double(count)
    return Double(hits) * log(share) + Double(count - hits) * log1p(-share)
  }
}
