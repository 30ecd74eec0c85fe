import TestSupport
import Testing

@testable import ReceiptModel

@Suite struct CountTests {
  @Test func `there is room for every counter, and each has a name of its own`() {
    #expect(Count.allCases.count <= CountSet(CountedFacts()).bits.bitWidth)
    #expect(Set(Count.allCases.map(\.name)).count == Count.allCases.count)
  }

  @Test(arguments: 0..<50) func `a set adds to its counters and to no others`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let set = CountSet(CountedFacts(rawValue: .random(in: 0..<1 << 23, using: &random)))
    var counts = Counts()
    counts.add(set, times: -3)
    #expect(Count.allCases.allSatisfy { counts[$0] == (set.contains($0) ? -3 : 0) })
    counts.add(set, times: 3)
    #expect(counts.isZero)
  }

  @Test(arguments: 0..<50) func `a part counts nothing that its whole does not`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let set = CountSet(CountedFacts(rawValue: .random(in: 0..<1 << 23, using: &random)))
    for part in Count.allCases where set.contains(part) {
      #expect(Count.allCases.allSatisfy { set.contains($0) || !part.isPart(of: $0) })
    }
  }

  @Test func `opened and unacked is a part of what it is made of`() {
    let wholes = Count.allCases.filter { Count.openedUnacked.isPart(of: $0) && $0 != .openedUnacked }
    #expect(wholes == [.deliveries, .sent, .ackEligible, .opened, .eligibleOpened])
  }

  @Test func `only timeouts wait until receipts had time to come in`() {
    #expect(Count.allCases.filter(\.waitsForSettling) == [.timeoutLate, .timeoutLost, .timeoutSilent])
  }
}
