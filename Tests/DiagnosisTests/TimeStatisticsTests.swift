import Diagnosis
import ReceiptModel
import TestSupport
import Testing

struct TimeStatisticsTests {
  private typealias Stratum = (Rate, Rate)

  @Test func `running sums give what all strata together give`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<50 {
      var sum = MatchedSum()
      var strata: [Standardisation.Stratum] = []
      for _ in 0..<20 {
        let (n, m) = (Int.random(in: 0...9, using: &random), Int.random(in: 0...9, using: &random))
        let one = Rate(Int.random(in: 0...n, using: &random), of: n)
        let other = Rate(Int.random(in: 0...m, using: &random), of: m)
        sum.add(one, other)
        strata.append(.init(one, other))
      }
      #expect(abs(sum.chanceOfLower() - Standardisation.chanceOfLower(strata)) < 1e-12)
    }
  }

  @Test func `matched rates differ by the weighted difference of the strata`() {
    var sum = MatchedSum()
    sum.add(Rate(1, of: 2), Rate(2, of: 2))
    sum.add(Rate(0, of: 6), Rate(1, of: 3))
    sum.add(Rate(5, of: 5), Rate(0, of: 0))
    // Weights 1 and 2.
    #expect(
      sum.rates.map { abs($0.one - 0.5 / 3) < 1e-12 && abs($0.other - (1 + 2 / 3.0) / 3) < 1e-12 } == true)
    #expect(MatchedSum().rates == nil)
    #expect(MatchedSum().chanceOfLower() == 1)
  }

  @Test func `with few data the matched rates are compared exactly`() {
    let stratum = Standardisation.Stratum(Rate(1, of: 3), Rate(2, of: 2))
    // Of three hits the first gets one, two or three in 3, 6 and 1 of 10 ways.
    #expect(abs(Chance.ofLower([stratum]) - 0.15) < 1e-12)
    #expect(abs(Chance.ofLower([stratum]) - Chance.ofLower((1, 3), than: (2, 2))) < 1e-12)
    #expect(abs(Chance.ofLower([stratum, stratum]) - 0.045) < 1e-12)
    #expect(abs(Chance.ofLower([.init(Rate(2, of: 3), Rate(1, of: 2)), stratum]) - (0.09 + 0.18)) < 1e-12)
    #expect(Chance.ofLower([.init(Rate(0, of: 0), Rate(1, of: 2))]) == 1)
    #expect(Chance.ofLower([.init(Rate(0, of: 4), Rate(0, of: 9))]) == 1)
    let large = Standardisation.Stratum(Rate(400, of: 1000), Rate(450, of: 1000))
    #expect(Chance.ofLower([large]) == Standardisation.chanceOfLower([large]))
  }

  @Test func `a ratio that is the same along the measure has no trend`() throws {
    let points = [0.0, 0.1, 0.3].map { RatioTrend.Point($0, Rate(400, of: 1000), Rate(800, of: 1000)) }
    let trend = try #require(RatioTrend(points))
    #expect(abs(trend.ratios.lowest - 0.5) < 0.001 && abs(trend.ratios.highest - 0.5) < 0.001)
    #expect(trend.chanceOfFall > 0.4)
    #expect(trend.fallAtMost < 0.15)
  }

  @Test func `a line through two ratios meets both`() throws {
    let trend = try #require(
      RatioTrend([
        .init(0, Rate(900, of: 1000), Rate(900, of: 1000)),
        .init(1, Rate(450, of: 1000), Rate(900, of: 1000)),
      ]))
    #expect(abs(trend.ratios.lowest - 1) < 0.001 && abs(trend.ratios.highest - 0.5) < 0.001)
    #expect(trend.chanceOfFall < 1e-20)
  }

  @Test func `one measure, or too few data at the others, give no trend`() {
    let rate = Rate(50, of: 100)
    #expect(RatioTrend([.init(0.1, rate, rate), .init(0.1, rate, rate)]) == nil)
    #expect(RatioTrend([.init(0.1, rate, rate), .init(0.2, Rate(1, of: 19), rate)]) == nil)
  }

  @Test func `ratios that differ by chance have a trend as often as chance says`() {
    var random = SeededGenerator(seed: 11)
    let rate = { (random: inout SeededGenerator) in
      Rate((0..<200).count { _ in Double.random(in: 0..<1, using: &random) < 0.7 }, of: 200)
    }
    let found = (0..<1000).count { _ in
      let points = [0.0, 0.1, 0.3].map { RatioTrend.Point($0, rate(&random), rate(&random)) }
      return RatioTrend(points).map { $0.chanceOfFall < 0.05 } ?? false
    }
    // 50 are expected; three standard deviations are 21.
    #expect((29...71).contains(found))
  }

  private func point(_ hits: Int, _ expected: Double) -> Scan.Point {
    Scan.Point(hits: hits, of: 10, expected: expected)
  }

  @Test func `the stretch that falls most is found whole, with its chance times the number of stretches`() {
    let series = [8, 8, 0, 1, 0, 8, 8].map { point($0, 8) }
    let found = Scan.lowest(series, fall: 0.5, longest: 7, least: 10)
    #expect(found?.places == 2..<5)
    #expect(found?.hits == 1)
    #expect(found?.expected == 24)
    // Seven places have 28 stretches.
    #expect(found?.chance == 28 * Chance.ofAtMost(1, of: 30, share: 0.8))
    // Where the ten sends of a place are alike, hits vary three times as much, and thirty sends say as much as ten.
    let scattered = Scan.lowest(series, fall: 0.5, longest: 7, least: 10, likeness: 2.0 / 9)
    #expect(scattered?.places == 2..<5)
    #expect(scattered?.chance == 28 * Chance.ofAtMost(0, of: 10, share: 0.8))
    // Thirty sends to six devices say as much as six.
    let few = Scan.lowest(series, fall: 0.5, longest: 7, least: 10, most: 6)
    #expect(abs((few?.chance ?? 1) / (28 * Chance.ofAtMost(0, of: 6, share: 0.8)) - 1) < 1e-9)
    // A place of many sends that are alike takes nothing from what the places beside it say.
    let large = [
      point(8, 8), point(0, 8), Scan.Point(hits: 0, of: 1000, expected: 800), point(0, 8), point(8, 8),
    ]
    #expect(Scan.lowest(large, fall: 0.5, longest: 7, least: 10, likeness: 0.1)?.places == 1..<4)
  }

  @Test func `a stretch begins and ends with data, is not too long, and falls by enough`() {
    let nothing = Scan.Point(hits: 0, of: 0, expected: 0)
    let series = [point(8, 8), nothing, point(0, 8), nothing, point(0, 8), nothing, point(8, 8)]
    #expect(Scan.lowest(series, fall: 0.5, longest: 7, least: 10)?.places == 2..<5)
    #expect(Scan.lowest(series, fall: 0.5, longest: 2, least: 10)?.places == 2..<3)
    #expect(Scan.lowest(series, fall: 0.5, longest: 7, least: 50) == nil)
    #expect(Scan.lowest([point(5, 8)], fall: 0.5, longest: 1, least: 1) == nil)
    #expect(Scan.lowest([], fall: 0.5, longest: 1, least: 1) == nil)
  }
}
