import Diagnosis
import ReceiptModel
import TestSupport
import Testing

struct PairedRatesTests {
  @Test func `devices count by the pushes that both sides have`() {
    var sum = PairedRates()
    sum.add(after: Rate(1, of: 2), before: Rate(3, of: 3))
    sum.add(after: Rate(0, of: 1), before: Rate(1, of: 1))
    sum.add(after: Rate(5, of: 5), before: Rate(0, of: 0))
    #expect(sum.devices == 2)
    // 6/5 and 1/2.
    #expect(near(sum.rates?.after ?? -1, (1.2 * 0.5 + 0.5 * 0) / 1.7))
    #expect(near(sum.rates?.before ?? -1, 1))
    #expect(sum.chanceOfLower() == 1)
  }

  /// The chance for devices that ack all pushes of a side or none, so that their pushes tell no more than one.
  private func chance(_ share: Double, _ random: inout SeededGenerator) -> Double {
    var sum = PairedRates()
    for _ in 0..<200 {
      func side(_ share: Double) -> Rate {
        let count = Int.random(in: 1...30, using: &random)
        return Rate(Double.random(in: 0..<1, using: &random) < share ? count : 0, of: count)
      }
      sum.add(after: side(share), before: side(0.5))
    }
    return sum.chanceOfLower()
  }

  @Test func `pushes of a device that are all alike do not make it surer than devices do`() {
    var random = SeededGenerator(seed: 1)
    let low = (0..<500).count { _ in chance(0.5, &random) < 0.01 }
    #expect(low <= 12)
    #expect((0..<50).count { _ in chance(0.25, &random) < 0.01 } >= 48)
  }

  @Test func `a trend is no fall, and the surer it is the surer is what lies below it`() {
    var sum = PairedRates()
    for number in 0..<100 {
      sum.add(after: Rate(number % 2, of: 2), before: Rate(1, of: 2))
    }
    let half = PairedRates.Trend(factor: 0.5, error: 0)
    #expect(sum.chanceOfLower() < 1e-5)
    #expect(sum.chanceOfLower(than: half) > 0.4)
    #expect(
      sum.chanceOfLower(than: .init(factor: 0.8, error: 0.3))
        > 10 * sum.chanceOfLower(than: .init(factor: 0.8, error: 0)))
    #expect(abs(sum.fallAtMost(than: half)) < 0.12)
    #expect(sum.fallAtMost() > 0.25)
  }
}
