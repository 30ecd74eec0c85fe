import TestSupport
import Testing

@testable import Diagnosis

struct ChanceTests {
  @Test func `a share that is hardly known makes much likelier than a known one`() {
    // With one hit and one miss all shares are as likely, and so are all counts.
    for count in 0...10 {
      #expect(near(Chance.ofAtLeast(count, of: 10, hits: 1, misses: 1), Double(11 - count) / 11))
    }
    // With many it is the binomial distribution: 1 - 0.9^2.
    #expect(abs(Chance.ofAtLeast(1, of: 2, hits: 1e6, misses: 9e6) - 0.19) < 1e-6)
    #expect(
      Chance.ofAtLeast(2, of: 2, hits: 5, misses: 45) > Chance.ofAtLeast(2, of: 2, hits: 50, misses: 450))
    #expect(Chance.ofAtLeast(3, of: 2, hits: 5, misses: 45) < 1e-200)
  }

  @Test func `none of ten coins, and none of thirty-one at one in five, are the textbook powers`() {
    #expect(near(Chance.ofNone(in: 10, share: 0.5), 1.0 / 1024))
    #expect(near(Chance.ofNone(in: 31, share: 0.2), 0.000_990_353))
    #expect(Chance.ofNone(in: 0, share: 0.5) == 1)
    #expect(Chance.ofNone(in: 9, share: 0) == 1)
    #expect(Chance.ofNone(in: 1, share: 1) > 0)
  }

  @Test(arguments: [
    // 1/1024 of 1, 10, 45, 120, 210, 252 ways, the last one halved.
    (0, 0.5), (1, 6.0), (2, 33.5), (5, 512.0), (8, 990.5),
  ])
  func `the mid-p chance of so many of ten coins is half of its own way and all of those below`(
    successes: Int, ways: Double
  ) {
    let chance = ways / 1024
    #expect(near(Chance.ofAtMost(successes, of: 10, share: 0.5), chance))
    #expect(near(Chance.ofAtLeast(10 - successes, of: 10, share: 0.5), chance))
  }

  @Test func `both tails with mid-p are one, however large the sample`() {
    for (successes, count, share) in [(3, 10, 0.2), (512_000, 1_000_000, 0.5), (90, 5_000_000, 0.000_02)] {
      let both =
        Chance.ofAtMost(successes, of: count, share: share)
        + Chance.ofAtLeast(successes, of: count, share: share)
      #expect(abs(both - 1) < 1e-6)
    }
  }

  @Test func `nothing to compare, and what must happen, have the chance one`() {
    #expect(Chance.ofAtMost(0, of: 0, share: 0.5) == 1)
    #expect(Chance.ofAtMost(5, of: 5, share: 0.5) == 1)
    #expect(Chance.ofAtMost(0, of: 5, share: 0) == 1)
    #expect(Chance.ofLower((0, 0), than: (5, 10)) == 1)
    #expect(Chance.ofLower((0, 5), than: (0, 10)) == 1)
    #expect(Chance.ofLower((5, 5), than: (10, 10)) == 1)
  }

  /// Of 70 ways to pick four cups, 1 picks none of the four right ones and 16 pick one.
  ///
  /// R. A. Fisher, "The Design of Experiments" (1935), chapter 2.
  @Test func `of two things that are due to chance one in twenty pairs is as unlikely as one in twenty`() {
    var random = SeededGenerator(seed: 5)
    let pairs = 20_000
    let unlikely = (0..<pairs).count { _ in
      Chance.ofBoth(Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random))
        <= 0.05
    }
    #expect(abs(Double(unlikely) / Double(pairs) - 0.05) < 0.005)
    #expect(Chance.ofBoth(0.3, nil) == 0.3)
    #expect(Chance.ofBoth(nil, nil) == 1)
  }

  @Test func `the lady tasting tea`() {
    #expect(near(Chance.ofLower((0, 4), than: (4, 4)), 0.5 / 70))
    #expect(near(Chance.ofLower((1, 4), than: (3, 4)), 9.0 / 70))
    #expect(near(Chance.ofLower((3, 4), than: (1, 4)), 61.0 / 70))
  }

  /// Admissions of men and women to department B.
  ///
  /// P. J. Bickel, E. A. Hammel and J. W. O'Connell, "Sex bias in graduate admissions: data from Berkeley", Science 187
  /// (1975); SAS gives 0.3918 and 0.7598 for the two tails and 0.1516 for the table itself.
  @Test func `Fisher's test of the admissions at Berkeley has half of the table's own chance in each tail`() {
    #expect(near(Chance.ofLower((353, 560), than: (17, 25)), 0.3918 - 0.1516 / 2, within: 2e-4))
    #expect(near(Chance.ofLower((17, 25), than: (353, 560)), 0.7598 - 0.1516 / 2, within: 2e-4))
  }

  /// The same, department A: SAS gives 16.3718 for the square of the deviation with Yates's correction.
  @Test func `Yates's correction gives the published deviation`() {
    #expect(
      near(Chance.corrected((512, 825), (89, 108)), Chance.upperTail(16.3718.squareRoot()), within: 1e-4))
    #expect(Chance.corrected((0, 10), (0, 10)) == 1)
  }

  @Test(arguments: [(1.2816, 0.1), (1.6449, 0.05), (2.3263, 0.01), (3.0902, 0.001), (-1.6449, 0.95)])
  func `the normal tail is that of the tables`(z: Double, chance: Double) {
    #expect(near(Chance.upperTail(z), chance, within: 3e-4))
  }

  /// Percentage points from any table of Student's distribution.
  @Test(arguments: [
    (5.841, 3, 0.005, 0.1), (2.015, 5, 0.05, 0.01), (4.144, 10, 0.001, 0.02), (3.852, 13, 0.001, 0.01),
    (2.650, 13, 0.01, 0.01), (3.385, 30, 0.001, 0.01),
  ])
  func `Student's tail is nearly that of the tables`(
    t: Double, degrees: Int, chance: Double, tolerance: Double
  ) {
    #expect(near(Chance.upperTail(t: t, degrees: degrees), chance, within: tolerance))
    #expect(near(Chance.upperTail(t: -t, degrees: degrees), 1 - chance, within: tolerance))
  }

  @Test func `a value is judged by how the others scatter`() {
    // Mean 70, deviation 2: 62 lies 8 / (2 * sqrt(1.2)) = 3.651 deviations below, of which Student's chance with four
    // degrees of freedom is 0.0109.
    let past = [68.0, 68, 70, 72, 72]
    #expect(near(Chance.ofLower(62, than: past, floor: 0), 0.0109, within: 0.1))
    #expect(Chance.ofLower(62, than: past, floor: 8) > 0.1)
    #expect(Chance.ofLower(78, than: past, floor: 0) > 0.9)
    #expect(Chance.ofLower(62, than: [70], floor: 0) == 1)
    #expect(Chance.ofLower(70, than: [70, 70], floor: 0) == 1)
  }

  @Test func `fewer hits are never more likely, and every chance lies above 0 and up to 1`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<60 {
      let (low, high) = (Int.random(in: 1...400, using: &random), Int.random(in: 1...4000, using: &random))
      let hits = Int.random(in: 0...high, using: &random)
      let share = Double.random(in: 0...1, using: &random)
      let chances = (0...low).map { Chance.ofLower(($0, low), than: (hits, high)) }
      let tails = (0...low).map { Chance.ofAtMost($0, of: low, share: share) }
      for list in [chances, tails] {
        #expect(list.allSatisfy { $0 > 0 && $0 <= 1 })
        #expect(zip(list, list.dropFirst()).allSatisfy { $0 <= $1 * (1 + 1e-9) })
      }
    }
  }

  @Test func `the quick sums are those of all terms`() {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<200 {
      let (low, high) = (Int.random(in: 1...60, using: &random), Int.random(in: 1...60, using: &random))
      let (hits, others) = (
        Int.random(in: 0...low, using: &random), Int.random(in: 0...high, using: &random)
      )
      guard hits + others > 0, hits + others < low + high else { continue }
      let all = choose(low + high, hits + others)
      let below = (0..<hits).reduce(0.0) { $0 + choose(low, $1) * choose(high, hits + others - $1) / all }
      let own = choose(low, hits) * choose(high, others) / all
      #expect(near(Chance.ofLower((hits, low), than: (others, high)), min(1, below + own / 2)))
    }
  }

  @Test func `the exact test and the approximation meet where one gives way to the other`() {
    for hits in [1820, 1850, 1880, 1910, 1940, 1970] {
      let (exact, nearly) = (
        Chance.exact((hits, 4000), (20_000, 40_000)), Chance.corrected((hits, 4000), (20_000, 40_000))
      )
      #expect(near(exact, nearly, within: 0.2))
    }
  }

  /// Where nothing is wrong, a chance of at most α must not come up more often than α, in the far tail too.
  @Test(arguments: [(50, 2000, 0.6), (300, 300, 0.03), (1000, 100_000, 0.99), (60, 5000, 0.9)])
  func `under the null a small chance is rare`(low: Int, high: Int, share: Double) {
    var random = SeededGenerator(seed: 7)
    var (tenths, hundredths, thousandths) = (0, 0, 0)
    let runs = 20_000
    let (lows, highs) = (Binomial(low, share), Binomial(high, share))
    for _ in 0..<runs {
      let chance = Chance.ofLower((lows.draw(&random), low), than: (highs.draw(&random), high))
      if chance <= 0.1 { tenths += 1 }
      if chance <= 0.01 { hundredths += 1 }
      if chance <= 0.001 { thousandths += 1 }
    }
    // Mid-p keeps to α on average over shares, not for each of them; and 20,000 runs have their own scatter.
    #expect(tenths < 2300)
    #expect(hundredths < 260)
    #expect(thousandths < 40)
  }

  private func choose(_ n: Int, _ k: Int) -> Double {
    guard k >= 0, k <= n else { return 0 }
    return (0..<k).reduce(1.0) { $0 * Double(n - $1) / Double($1 + 1) }
  }
}

/// Whether two chances differ by at most a share of the second.
func near(_ one: Double, _ other: Double, within share: Double = 1e-5) -> Bool {
  abs(one - other) <= share * abs(other)
}

/// A binomial distribution to draw from, by the table of its sums.
struct Binomial {
  private var sums: [Double] = []

  init(_ count: Int, _ share: Double) {
    // From the most likely value outwards, so that no term is lost for being small.
    let mode = min(count, Int(Double(count + 1) * share))
    var terms = Array(repeating: 0.0, count: count + 1)
    terms[mode] = 1
    let odds = share / (1 - share)
    for k in stride(from: mode, to: 0, by: -1) {
      terms[k - 1] = terms[k] * Double(k) / (Double(count - k + 1) * odds)
    }
    for k in mode..<max(mode, count) { terms[k + 1] = terms[k] * Double(count - k) * odds / Double(k + 1) }
    let all = terms.reduce(0, +)
    var sum = 0.0
    for term in terms {
      sum += term / all
      sums.append(sum)
    }
  }

  func draw(_ random: inout SeededGenerator) -> Int {
    let value = Double.random(in: 0..<1, using: &random)
    var (low, high) = (0, sums.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
