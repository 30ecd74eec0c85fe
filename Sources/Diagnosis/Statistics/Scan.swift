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
    /// As many independent sends as its own say as much as.
    fileprivate var told = Told()
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
  ///   - likeness: how alike the sends of one place are, from 0 to 1 (the intraclass correlation). The hits of a place vary
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
        sum.add(series[end], at: end, likeness)
        guard sum.count >= least else { continue }
        looked += 1
        guard Double(sum.hits) <= (1 - fall) * sum.expected else { continue }
        let gain = sum.told.scaled(to: most).gain
        if gain > best?.gain ?? 0 { best = (sum, gain) }
      }
    }
    guard var stretch = best?.stretch else { return nil }
    let told = stretch.told.scaled(to: most)
    let alone = Chance.ofAtMost(
      Int(told.hits.rounded()), of: Int(told.count.rounded()), share: told.expected / told.count)
    stretch.chance = min(1, alone * Double(looked))
    return stretch
  }

  fileprivate struct Told: Equatable {
    var hits = 0.0
    var count = 0.0
    var expected = 0.0

    func scaled(to most: Int) -> Told {
      let factor = min(1, Double(most) / count)
      return Told(hits: factor * hits, count: factor * count, expected: factor * expected)
    }

    /// The logarithm of the likelihood ratio.
    var gain: Double {
      let low = hits > 0 ? hits * log(hits / expected) : 0
      let isRest = count > hits && count > expected
      return low + (isRest ? (count - hits) * log((count - hits) / (count - expected)) : 0)
    }
  }
}

extension Scan.Stretch {
  fileprivate mutating func add(_ point: Scan.Point, at place: Int, _ likeness: Double) {
    hits += point.hits
    count += point.count
    expected += point.expected
    let dispersion = 1 + likeness * Double(point.count - 1)
    told.hits += Double(point.hits) / dispersion
    told.count += Double(point.count) / dispersion
    told.expected += point.expected / dispersion
    places = places.lowerBound..<place + 1
  }
}
