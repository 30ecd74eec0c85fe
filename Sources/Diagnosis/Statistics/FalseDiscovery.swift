/// The number of false alarms when many things are compared at once.
package enum FalseDiscovery {
  /// The largest chance that counts as found.
  ///
  /// Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate: a practical and powerful approach to multiple
  /// testing", Journal of the Royal Statistical Society B 57 (1995). Facts, whose chance is 0, are no tests: they are not
  /// counted, since they would let weaker comparisons through.
  ///
  /// - Parameters:
  ///   - chances: of all comparisons that were made.
  ///   - rate: the share of what is found that may be false.
  /// - Returns: 0 when nothing but facts is found.
  package static func limit(of chances: [Double], rate: Double) -> Double {
    let tests = chances.filter { $0 > 0 }.sorted()
    var limit = 0.0
    for (index, chance) in tests.enumerated() where chance <= rate * Double(index + 1) / Double(tests.count) {
      limit = chance
    }
    return limit
  }
}
