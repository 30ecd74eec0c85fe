import TestSupport
import Testing

@testable import Ledger

struct RollupTableTests {
  @Test func `adds up as a dictionary does, for many keys and for few`() {
    var random = SeededGenerator(seed: 9)
    for keyCount in [1, 3, 200, 40_000] {
      var table = RollupTable<RollupKey, Int>(zero: 0)
      var plain: [Int64: Int] = [:]
      for _ in 0..<60_000 {
        let key = Int64.random(in: 0..<Int64(keyCount), using: &random)
        let amount = Int.random(in: -3...3, using: &random)
        table[RollupKey(hour: key / 7, app: key % 7, part: key)] += amount
        plain[key, default: 0] += amount
      }
      #expect(table.cells.count == plain.count)
      for (key, value) in table.cells { #expect(plain[key.part] == value) }
      #expect(table[RollupKey(hour: 1 << 20, app: 0, part: 0)] == 0)
    }
  }

  @Test func `tells divided keys apart by every part`() {
    var table = RollupTable<DividedKey, Int>(zero: 0)
    let cell = RollupKey(hour: 1, app: 2, part: 3)
    for division in Int64(-1)..<40 {
      for reason in Int64(0)..<40 { table[DividedKey(cell: cell, division: division, reason: reason)] += 1 }
    }
    #expect(table.cells.count == 41 * 40)
    #expect(table.cells.allSatisfy { $0.value == 1 })
  }
}
