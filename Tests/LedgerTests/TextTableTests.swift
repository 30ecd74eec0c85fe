import SQLite
import TestSupport
import Testing

@testable import Ledger

struct TextTableTests {
  @Test(arguments: seeds(0..<8))
  func `a text keeps its reference, and references are in the order in which texts came`(seed: UInt64) throws
  {
    var random = SeededGenerator(seed: seed)
    let folder = try ScratchFolder()
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    var table = try TextTable("message", column: "message_id", in: store.database)
    var plain: [String: Int64] = [:]
    for _ in 0..<2_000 {
      let text = "m\(Int.random(in: 0..<1_000, using: &random))"
      let wanted = plain[text] ?? Int64(plain.count)
      #expect(try table.intern(text) == wanted)
      plain[text] = wanted
      // Another import goes on where this one ended.
      if Int.random(in: 0..<100, using: &random) == 0 {
        table = try TextTable("message", column: "message_id", in: store.database)
      }
    }
    #expect(try store.database.integer("SELECT count(*) FROM message") == Int64(plain.count))
  }
}
