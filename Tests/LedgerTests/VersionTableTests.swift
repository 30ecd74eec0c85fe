import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

struct VersionTableTests {
  private struct Pair: Hashable {
    var app: String
    var system: String
  }

  @Test(arguments: seeds(0..<8), [4, 65_536])
  func `two versions keep the reference of their pair, and pairs are in the order in which they came`(
    seed: UInt64, limit: Int
  ) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try ScratchFolder()
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    try store.database.execute("BEGIN")
    var table = try VersionTable(in: store.database, limit: limit)
    var plain: [Pair: Int64] = [:]
    for _ in 0..<1_000 {
      let pair = Pair(
        app: "1.\(Int.random(in: 0..<40, using: &random))", system: "\(Int.random(in: 0..<9, using: &random))"
      )
      let wanted = plain[pair] ?? Int64(plain.count)
      #expect(try table.intern(pair.app, pair.system) == wanted)
      plain[pair] = wanted
      // Another import goes on where this one ended.
      if Int.random(in: 0..<100, using: &random) == 0 {
        table = try VersionTable(in: store.database, limit: limit)
      }
    }
    let rows = try store.database.prepare("SELECT app_version, os_version, ref FROM version")
    var stored: [Pair: Int64] = [:]
    while try rows.step() { stored[Pair(app: rows.text(0), system: rows.text(1))] = rows.integer(2) }
    #expect(stored == plain)
  }

  @Test(arguments: seeds(0..<4))
  func `a combination of attributes keeps its reference`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try ScratchFolder()
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    try store.database.execute("BEGIN")
    var dictionaries = try Dictionaries(in: store.database, settings: LedgerSettings())
    // No reason is a reason of every ledger.
    var plain: [[String]: Int64] = [["\(AttributeGroup.reason)", ""]: 0]
    for _ in 0..<600 {
      let group = try #require(AttributeGroup.allCases.randomElement(using: &random))
      let values = group.attributes.map { _ in "\(Int.random(in: 0..<4, using: &random))" }
      let key = ["\(group)"] + values
      let known = plain.keys.count { $0[0] == key[0] }
      let wanted = plain[key] ?? Int64(known)
      let reference = try dictionaries.intern(group, values)
      #expect(reference == wanted)
      #expect(try dictionaries.values(group, reference) == values)
      plain[key] = reference
      if Int.random(in: 0..<60, using: &random) == 0 {
        dictionaries = try Dictionaries(in: store.database, settings: LedgerSettings())
      }
    }
  }
}
