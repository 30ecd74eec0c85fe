import ReceiptModel
import TestSupport
import Testing

@testable import Ledger

struct CellSpillTests {
  @Test(arguments: seeds(0..<8))
  func `comes back in the order of time as what went in, whatever the memory`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try ScratchFolder()
    let spill = CellSpill<CountedKey, Int>(folder: folder.path("."))
    var table = RollupTable<CountedKey, Int>(zero: 0)
    var wanted: [CountedKey: Int] = [:]
    for _ in 0..<Int.random(in: 1...4_000, using: &random) {
      let key = CountedKey(
        hour: .random(in: 480_000..<480_100, using: &random), app: .random(in: 1...3, using: &random),
        part: .random(in: 1...40, using: &random),
        counters: CountSet(bits: .random(in: 0..<8, using: &random)))
      let deliveries = Int.random(in: -2...5, using: &random)
      table[key] += deliveries
      wanted[key, default: 0] += deliveries
      if Int.random(in: 0..<300, using: &random) == 0 { try spill.add(table.takeSorted()) }
    }
    try spill.add(table.takeSorted())
    try spill.add([])
    var found: [CountedKey: Int] = [:]
    var before = Int64.min
    #expect(!spill.isEmpty)
    try spill.drain(seed % 2 == 0 ? 0 : 30_000) { taken in
      let periods = taken.map { CohortTable.versions.row(ofHour: $0.key.hour) }
      #expect(periods.allSatisfy { $0 > before })
      before = periods.last ?? before
      for (key, deliveries) in taken { #expect(found.updateValue(deliveries, forKey: key) == nil) }
    }
    #expect(found == wanted)
    #expect(spill.isEmpty)
    try spill.drain(0) { _ in Issue.record("it still holds what it gave") }
  }

  @Test func `a key gives back what it was made of, and cells stand together`() {
    var random = SeededGenerator(seed: 1)
    let bounds: [Int64] = [0, 1, 5, 1 << 31, (1 << 32) - 1]
    var keys: [CountedKey] = []
    for hour in bounds.prefix(4) {
      for app in bounds {
        for part in bounds {
          for bits in [0, 1, UInt32.max] {
            let key = CountedKey(hour: hour, app: app, part: part, counters: CountSet(bits: bits))
            #expect(key.hour == hour && key.app == app && key.part == part && key.counters.bits == bits)
            keys.append(key)
          }
        }
      }
    }
    keys.shuffle(using: &random)
    keys.sort()
    for start in stride(from: 0, to: keys.count, by: 3) {
      #expect(keys[start].isSameCell(as: keys[start + 2]))
      #expect(start == 0 || !keys[start].isSameCell(as: keys[start - 1]))
    }
  }
}
