import ReceiptModel
import TestSupport
import Testing

@testable import Diagnosis

struct UsualOpensTests {
  /// The opened pushes of an hour whose audience loses a share of the acks.
  private func hour(_ share: Double, _ random: inout SeededGenerator) -> Rate {
    let opened = Int.random(in: 1...80, using: &random)
    return Rate((0..<opened).count { _ in Double.random(in: 0..<1, using: &random) < share }, of: opened)
  }

  @Test(arguments: [0.01...0.01, 0.1...0.5, 0...1])
  func `an hour like those before is seldom thought unlikely`(shares: ClosedRange<Double>) {
    var random = SeededGenerator(seed: 3)
    let unlikely = (0..<1_000).count { _ in
      let hours = (0..<60).map { _ in hour(Double.random(in: shares, using: &random), &random) }
      return UsualOpens(hours.dropLast()).chance(of: hours[59]) < 0.01
    }
    // One in a hundred would be ten.
    #expect(unlikely <= 18)
  }

  @Test func `where next to none lacks its ack, three that do are unlikely`() {
    var random = SeededGenerator(seed: 4)
    let usual = UsualOpens((0..<60).map { _ in hour(0.01, &random) })
    #expect(usual.chance(of: Rate(3, of: 3)) < 0.001)
    #expect(usual.chance(of: Rate(1, of: 40)) > 0.1)
  }

  @Test func `where each hour lacks all or none, one that lacks all is likely`() {
    let hours = (0..<60).map { Rate($0 % 2 == 0 ? 50 : 0, of: 50) }
    #expect(UsualOpens(hours).chance(of: Rate(50, of: 50)) > 0.3)
    #expect(UsualOpens().chance(of: Rate(0, of: 0)) == 1)
  }
}
