import ReceiptModel
import Testing

@testable import Ledger

struct SlotTests {
  @Test(arguments: EventKind.allCases) func `a kind's slot is its raw value`(kind: EventKind) {
    #expect(kind.slot == Int(kind.rawValue))
    #expect(EventKind(slot: kind.rawValue) == kind)
  }

  @Test(arguments: Count.allCases) func `a counter's bit is that of its raw value`(count: Count) {
    var set = CountSet()
    set.insert(count, if: false)
    #expect(set.bits == 0)
    set.insert(count)
    #expect(set.bits == 1 << UInt32(count.rawValue))
    var counts = Counts()
    counts.add(bits: set.bits, times: -3)
    #expect(Count.allCases.allSatisfy { counts[$0] == ($0 == count ? -3 : 0) })
  }
}
