import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// What is remembered while runs are merged takes no more for a log of many values than for one of few.
struct BoundedMemoryTests {
  @Test func `a memo knows what was set last for a reference, or nothing`() {
    var random = SeededGenerator(seed: 3)
    var memo = ReferenceMemo<Int>()
    var plain: [Int64: Int] = [:]
    var agrees = true
    for value in 0..<2 * ReferenceMemo<Int>.limit {
      let reference = Int64.random(in: 0..<Int64(3 * ReferenceMemo<Int>.limit), using: &random)
      if let known = memo[reference], known != plain[reference] { agrees = false }
      memo.set(value, for: reference)
      plain[reference] = value
      if memo[reference] != value { agrees = false }
    }
    #expect(agrees)
    let known = plain.keys.count { memo[$0] != nil }
    #expect(known > ReferenceMemo<Int>.limit / 2)
    #expect(known <= ReferenceMemo<Int>.limit)
  }

  @Test func `a memo takes room for its places, not for the largest reference`() {
    var memo = ReferenceMemo<Int64>()
    // With a place for each smaller reference these would be eight terabytes.
    memo.set(7, for: 1_000_000_000_000)
    #expect(memo[1_000_000_000_000] == 7)
    #expect(memo[0] == nil)
  }

  @Test func `references are looked up again when their texts have grown too long to be kept`() throws {
    var cache = ReferenceCache(limit: 3 << 20)
    var asked = 0
    for round in 0..<2 {
      for number in 0..<40 {
        var entries = ByteDictionary()
        _ = entries.intern("\(number)" + String(repeating: "x", count: 400_000))
        let found = try cache.references(of: entries) { _ in
          asked += 1
          return Int64(number)
        }
        #expect(found == [Int64(number)])
      }
      #expect(asked == 40 * (round + 1))
    }
  }

  @Test func `combinations are chosen from again when more were met than are kept`() throws {
    let folder = try ScratchFolder()
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    let dictionaries = try SharedDictionaries(in: store.database, settings: LedgerSettings())
    var known = KnownAttributes(dictionaries)
    let references = try (0..<80).map { try known.intern(.network, ["wifi \($0)", "isp \($0)", ""]) }
    for _ in 0..<2 {
      for old in references {
        for new in references where old != new {
          let chosen = try known.choose(AttributeChoice(group: .network, old: old, new: new, earlier: 0b1))
          #expect(chosen.taken == 0b1)
          let wanted = try [known.values(.network, new)[0], known.values(.network, old)[1], ""]
          #expect(try known.values(.network, chosen.reference) == wanted)
          #expect(known.choices.count <= KnownAttributes.choiceLimit)
        }
      }
    }
    #expect(references.count * (references.count - 1) > KnownAttributes.choiceLimit)
  }

  @Test func `sums are written when they take more than their share, and then take next to nothing`() throws {
    let folder = try ScratchFolder()
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    let dictionaries = try SharedDictionaries(in: store.database, settings: LedgerSettings())
    var merger = DeliveryMerger(dictionaries, settings: LedgerSettings())
    let none = merger.changes.byteCount
    for hour in 0..<5_000 as Range<Int64> { merger.changes.add(.sent, at: hour * 3_600_000, app: 0) }
    let some = merger.changes.byteCount
    #expect(some > none + 5_000 * 32)
    try merger.writeChanges(above: some)
    #expect(merger.changes.byteCount == some)
    try merger.writeChanges(above: some - 1)
    #expect(merger.changes.byteCount == none)
    #expect(try store.database.integer("SELECT sum(events) FROM event_hour") == 5_000)
    #expect(try store.database.integer("SELECT events FROM event_sum") == 5_000)
  }
}
