/// The counters that one delivery adds 1 to: a bit for each, by its raw value.
package struct CountSet: BitwiseCopyable, Equatable, Sendable {
  package let bits: UInt32

  package init(bits: UInt32) { self.bits = bits }

  /// Asks each counter for its facts, without a branch: merging does it twice for every delivery that changes.
  package init(_ facts: CountedFacts) {
    var bits: UInt32 = 0
    for (place, mask) in Self.masks.enumerated() {
      bits |= (facts.rawValue & mask.asked == mask.wanted ? 1 : 0) << UInt32(place)
    }
    self.bits = bits
  }

  /// The same of a delivery whose receipts may still be on their way.
  package var beforeSettling: CountSet { CountSet(bits: bits & ~Self.settled) }

  package func contains(_ count: Count) -> Bool { bits >> UInt32(count.rawValue) & 1 == 1 }

  /// Calls `body` with the raw value of each counter, in rising order.
  @inline(__always)
  func forEach(_ body: (Int) -> Void) {
    var rest = bits
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
  }

  /// Of each counter, the facts that it asks for, and those of them that have to hold.
  private static let masks = Count.allCases.map { count in
    (asked: count.facts.has.union(count.facts.lacks).rawValue, wanted: count.facts.has.rawValue)
  }

  /// The counters that wait for settling.
  private static let settled = Count.allCases.reduce(0 as UInt32) { bits, count in
    count.waitsForSettling ? bits | 1 << UInt32(count.rawValue) : bits
  }
}
