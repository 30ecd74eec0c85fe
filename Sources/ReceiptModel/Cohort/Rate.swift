/// A share with both of its numbers, so that nobody has to guess what it was of.
package struct Rate: Equatable, Sendable {
  package var numerator: Int
  package var denominator: Int

  package init(_ numerator: Int, of denominator: Int) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Adds both numbers of another rate, `factor` times; -1 takes them away again.
  package mutating func add(_ other: Rate, times factor: Int = 1) {
    numerator += factor * other.numerator
    denominator += factor * other.denominator
  }

  /// From 0 to 1, or `nil` when there is nothing to divide by: "no data" is not 0 %.
  package var value: Double? { denominator > 0 ? Double(numerator) / Double(denominator) : nil }

  /// Wilson's 95 % score interval.
  ///
  /// E. B. Wilson, "Probable inference, the law of succession, and statistical
  /// inference", Journal of the American Statistical Association 22 (1927).
  ///
  /// - Returns: both ends from 0 to 1, or `nil` when the denominator is 0.
  package var interval: ClosedRange<Double>? {
    guard let share = value else { return nil }
    let z = 1.959963984540054
    let n = Double(denominator)
    let middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    let reach = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
    // At the ends both terms are equal but for their last bits.
    return
      (numerator == 0 ? 0 : max(0, middle - reach))...(numerator == denominator ? 1 : min(1, middle + reach))
  }
}
