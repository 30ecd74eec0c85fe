import ReceiptModel
import Testing

@testable import Ledger

struct StoredKindTests {
  @Test func `a number that no kind is stored as stands for none`() {
    for kind in EventKind.allCases { #expect(EventKind(stored: Int64(kind.rawValue)) == kind) }
    for number in [-124, -1, 12, 255, 256, .min, .max] as [Int64] {
      #expect(EventKind(stored: number) == nil)
    }
  }
}
