import ReceiptModel
import Testing

@testable import Ledger

struct SlotTests {
  @Test(arguments: EventKind.allCases) func `a kind's slot is its raw value`(kind: EventKind) {
    #expect(kind.slot == Int(kind.rawValue))
    #expect(EventKind(slot: kind.rawValue) == kind)
  }
}
