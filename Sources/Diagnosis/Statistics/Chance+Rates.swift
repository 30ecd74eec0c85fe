package import ReceiptModel

extension Chance {
  /// The chance that one more rate of a series lies as far below the others or farther, given how they scatter.
  ///
  /// Rates of few sends scatter more than those of many, and what they scatter beyond that is the days' own. The latter is
  /// estimated by the moments of R. DerSimonian and N. Laird, "Meta-analysis in clinical trials", Controlled Clinical
  /// Trials 7 (1986), and the further rate is judged by a prediction interval as in J. P. T. Higgins and others,
  /// "A re-evaluation of random-effects meta-analysis", Journal of the Royal Statistical Society A 172 (2009), with the
  /// variance of its own sends added. With the plain scatter of the days, those with few sends would hide a fall of a day
  /// with many.
  ///
  /// - Returns: 1 with fewer than two rates to compare with.
  package static func ofLower(_ rate: Rate, than past: [Rate]) -> Double {
    let past = past.filter { $0.denominator > 0 }
    guard let value = rate.value, past.count >= 2 else { return 1 }
    let counts = past.map { Double($0.denominator) }
    let values = past.map { Double($0.numerator) / Double($0.denominator) }
    let all = counts.reduce(0, +)
    // Half a hit and half a miss more, so that rates that are all 0 or all 1 are not known without error.
    let share = (past.reduce(0.5) { $0 + Double($1.numerator) }) / (all + 1)
    let unit = share * (1 - share)
    let scatter = zip(counts, values).reduce(0) { $0 + $1.0 * ($1.1 - share) * ($1.1 - share) } / unit
    let scale = (all - counts.reduce(0) { $0 + $1 * $1 } / all) / unit
    let between = max(0, (scatter - Double(past.count - 1)) / scale)
    let weights = counts.map { 1 / (between + unit / $0) }
    let weight = weights.reduce(0, +)
    let mean = zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 } / weight
    let variance = between + unit / Double(rate.denominator) + 1 / weight
    return upperTail(t: (mean - value) / variance.squareRoot(), degrees: past.count - 1)
  }
}
