import Diagnosis
import ReceiptModel
import TestSupport
import Testing

struct OnsetTests {
  private func series(_ rates: [(Int, Int)]) -> [(time: Instant, rate: Rate)] {
    rates.enumerated().map { (Instant(milliseconds: Int64($0) * 10), Rate($1.0, of: $1.1)) }
  }

  /// By hand: the split behind the third value leaves 27 of 30 and 2 of 30, log likelihoods -9.75 and -7.35; one value
  /// earlier or later they are lower, and for the whole, 29 of 60, it is -41.56.
  @Test func `the change lies where both sides are most alike`() {
    let rates = [(9, 10), (8, 10), (10, 10), (1, 10), (0, 10), (1, 10)]
    #expect(Onset.time(of: series(rates)) == Instant(milliseconds: 30))
  }

  @Test func `a factor of a thousand in likelihood is asked for`() {
    // 5 of 5 and 0 of 5 against 5 of 10: 10 ln 2 = 6.93 is just enough; with 4 of 4 and 0 of 5, 6.18, it is not.
    #expect(Onset.time(of: series([(5, 5), (0, 5)])) == Instant(milliseconds: 10))
    #expect(Onset.time(of: series([(4, 4), (0, 5)])) == Instant(milliseconds: 0))
  }

  @Test func `times without data play no role, and without data there is no time`() {
    #expect(Onset.time(of: series([(0, 0), (9, 10), (9, 10), (0, 0), (0, 20)])) == Instant(milliseconds: 40))
    #expect(Onset.time(of: series([(0, 0)])) == nil)
    #expect(Onset.time(of: []) == nil)
  }

  @Test func `a rise has a time only where the rate is higher since`() {
    #expect(Onset.rise(of: series([(0, 10), (1, 10), (9, 10), (8, 10)])) == Instant(milliseconds: 20))
    #expect(Onset.rise(of: series([(9, 10), (8, 10), (0, 10), (1, 10)])) == nil)
    #expect(Onset.rise(of: series([(5, 10), (5, 10), (6, 10)])) == nil)
    #expect(Onset.rise(of: []) == nil)
  }

  @Test func `a planted change is found within an hour or two`() {
    var random = SeededGenerator(seed: 21)
    let (before, after) = (Binomial(40, 0.7), Binomial(40, 0.4))
    var hits = 0
    for _ in 0..<200 {
      let place = Int.random(in: 12...60, using: &random)
      let rates = (0..<72).map { hour in ((hour < place ? before : after).draw(&random), 40) }
      let found = Onset.time(of: series(rates))?.milliseconds ?? -1
      if abs(Int(found / 10) - place) <= 2 { hits += 1 }
    }
    #expect(hits > 190)
  }
}
