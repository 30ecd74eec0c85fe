import Glibc

/// The stretch of a series in which something happens less than expected.
package enum Scan {
  /// A time of a series: how often it happened, of how many, and how often it was to be expected.
  package struct Point: Sendable {
    package var hits: Int
    package var count: Int
    package var expected: Double

    package init(hits: Int, of count: Int, expected: Double) {
      self.hits = hits
      self.count = count
      self.expected = expected
    }
  }

  package struct Stretch: Equatable, Sendable {
    /// Places in the series.
    package var places: Range<Int>
    package var hits: Int
    package var count: Int
    package var expected: Double
    /// The chance that any stretch of the series looks so bad if nothing is wrong.
    package var chance: Double
    /// Of each place's sends, the square, added up.
    fileprivate var squares = 0.0
  }

  /// The stretch that is least likely under what is expected, of those in which hits fall by `fall` at least.
  ///
  /// The likelihood ratio of M. Kulldorff, "A spatial scan statistic", Communications in Statistics: Theory and Methods
  /// 26 (1997), over all stretches of a series. Its chance is that of the stretch alone times the number of stretches
  /// looked at, which is an upper bound (Bonferroni's).
  ///
  /// - Parameters:
  ///   - fall: by what share of the expected hits.
  ///   - longest: places that a stretch may have.
  ///   - least: sends that it must have.
  ///   - likeness: how alike the sends of one place are, from 0 to 1 (the intraclass correlation). Hits of a stretch vary
  ///     more by it than those of single sends would, and count as so many times fewer.
  ///   - most: independent sends that a stretch counts for at most: devices, since one that is off acks none of its pushes.
  /// - Returns: `nil` when hits fall by so much nowhere. It begins and ends with a place that has data.
  package static func lowest(
    _ series: [Point], fall: Double, longest: Int, least: Int, likeness: Double = 0, most: Int = .max
  ) -> Stretch? {
    var best: (stretch: Stretch, gain: Double)?
    var looked = 0
    for start in series.indices where series[start].count > 0 {
      var sum = Stretch(places: start..<start, hits: 0, count: 0, expected: 0, chance: 1)
      for end in start..<min(series.count, start + longest) where series[end].count > 0 {
        sum.add(series[end], at: end)
        guard sum.count >= least else { continue }
        looked += 1
        guard Double(sum.hits) <= (1 - fall) * sum.expected else { continue }
        let gain = sum.gain / sum.dispersion(likeness, most)
        if gain > best?.gain ?? 0 { best = (sum, gain) }
      }
    }
    guard var stretch = best?.stretch else { return nil }
    let share = stretch.expected / Double(stretch.count)
    let dispersion = stretch.dispersion(likeness, most)
    func fewer(_ count: Int) -> Int { Int((Double(count) / dispersion).rounded()) }
    let alone = Chance.ofAtMost(fewer(stretch.hits), of: fewer(stretch.count), share: share)
    stretch.chance = min(1, alone * Double(looked))
    return stretch
  }
}

extension Scan.Stretch {
  fileprivate mutating func add(_ point: Scan.Point, at place: Int) {
    hits += point.hits
    count += point.count
    expected += point.expected
    squares += Double(point.count) * Double(point.count)
    places = places.lowerBound..<place + 1
  }

  /// How many times as much hits vary as those of single sends would.
  fileprivate func dispersion(_ likeness: Double, _ most: Int) -> Double {
    max(1 + likeness * max(0, squares / Double(count) - 1), Double(count) / Double(most))
  }

  /// The logarithm of the likelihood ratio.
  fileprivate var gain: Double {
    let (k, n) = (Double(hits), Double(count))
    let low = hits > 0 ? k * log(k / expected) : 0
    return low + (n > k && n > expected ? (n - k) * log((n - k) / (n - expected)) : 0)
  }
}
