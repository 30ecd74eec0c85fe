import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// `verify` compares sums in Swift; SQL that sorts them is the slow twin.
struct VerificationTests {
  private func ledger(_ folder: ScratchFolder, seed: UInt64) throws -> LedgerWriter {
    let store = try LedgerWriter.openForWriting(folder.path("ledger.db"))
    var batch = EventBatch(capacity: 4096)
    for event in randomEvents(400, messages: 12, sources: ["alibaba", "huawei"], seed: seed) {
      batch.append(event)
    }
    _ = try BatchCommitter(store, settings: LedgerSettings()).commit(
      batch.sorted(), files: [], clock: Instant(milliseconds: 0))
    return store
  }

  /// The tables of sums with the SELECT of what they have to hold.
  private static var tables: [(name: String, sql: String)] {
    RollupDefinition.hours() + [
      (CohortTable.versions.name, RollupDefinition.cohorts(.versions, .everything)),
      ("event_sum", Schema.eventSums),
    ]
  }

  private static func twin(_ store: LedgerWriter) throws -> [String] {
    try store.registerLatencyBucket()
    return try tables.compactMap { table, sql in
      let excess = try store.database.integer(
        "SELECT count(*) FROM (SELECT * FROM \(table) EXCEPT SELECT * FROM (\(sql)))")
      let missing = try store.database.integer(
        "SELECT count(*) FROM (SELECT * FROM (\(sql)) EXCEPT SELECT * FROM \(table))")
      guard let excess, let missing, excess + missing > 0 else { return nil }
      return LedgerReader.difference(of: table, excess: Int(excess), missing: Int(missing))
    }.sorted()
  }

  @Test(arguments: seeds(0..<8))
  func `times that no event can have are found, and trap nobody`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try ScratchFolder()
    let store = try ledger(folder, seed: seed)
    let hostile: [Int64] = [.min, .min + 1, -1 << 53, -1, 1 << 53, .max - 1, .max]
    let cells = [
      ("delivery", Schema.kindColumns + ["base_ms"]), ("repeat", ["at_ms"]),
      ("message", ["first_hour", "last_hour"]), ("event_sum", ["newest_ms", "events", "first_hour"]),
    ]
    for (table, columns) in cells {
      for column in columns {
        let value = try #require(hostile.randomElement(using: &random))
        try store.database.execute(
          """
          UPDATE OR IGNORE \(table) SET \(column) = \(value)
          WHERE \(column) IS NOT NULL AND \(column) % 5 = \(seed % 5)
          """)
      }
    }
    #expect(try !store.verify().isEmpty)
    _ = try store.status()
  }

  @Test(arguments: seeds(0..<6))
  func `whatever is changed in a table of sums is found, whatever the memory`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    let store = try ledger(folder, seed: seed)
    #expect(try store.verify() == [])
    for (table, _) in Self.tables {
      let row = try store.database.prepare("SELECT * FROM \(table)")
      let columns = (0..<row.columnCount).map(row.columnName)
      let some = "(SELECT \(columns[0]), \(columns[1]) FROM \(table) ORDER BY 1, 2 LIMIT 1 OFFSET \(seed))"
      for change in [
        "DELETE FROM \(table) WHERE (\(columns[0]), \(columns[1])) IN \(some)", "DELETE FROM \(table)",
        "INSERT INTO \(table) SELECT \(columns[0]) + 1000, \(columns.dropFirst().joined(separator: ", ")) FROM \(table)",
        "UPDATE \(table) SET \(columns[columns.count - 1]) = \(columns[columns.count - 1]) + 1",
        "UPDATE \(table) SET \(columns[3]) = \(columns[3]) + 1 WHERE (\(columns[0]), \(columns[1])) IN \(some)",
      ] {
        try store.database.execute("CREATE TEMP TABLE before AS SELECT * FROM \(table)")
        try store.database.execute(change)
        let wanted = try Self.twin(store)
        #expect(!wanted.isEmpty || store.database.changes == 0, "\(change)")
        for memory in [0, 12 << 20] {
          #expect(try store.sumProblems(keeping: memory).sorted() == wanted, "\(change)")
        }
        try store.database.execute(
          "DELETE FROM \(table); INSERT INTO \(table) SELECT * FROM before; DROP TABLE before")
      }
    }
    #expect(try store.verify() == [])
  }

  @Test(arguments: [
    "UPDATE delivery SET besides = NULL WHERE besides IS NOT NULL",
    "UPDATE delivery SET besides = 1 WHERE besides IS NULL",
    "UPDATE delivery SET besides = 2 WHERE besides = 1", "UPDATE delivery SET besides = 4 WHERE besides = 1",
    "UPDATE delivery SET besides = 1 WHERE besides & 4", "DELETE FROM teller",
    "DELETE FROM repeat; DELETE FROM late_attribute",
  ])
  func `a delivery that is wrong about what is beside it is found`(change: String) throws {
    let folder = try ScratchFolder()
    let store = try ledger(folder, seed: 1)
    try store.database.execute(change)
    #expect(
      try store.verify().contains { $0.hasPrefix("a delivery that does not say whether there is more") })
  }

  @Test(arguments: seeds(0..<8))
  func `sums are the same in memory and through a file`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try ScratchFolder()
    var sums = RecountedSums<RollupKey, RollupChanges.EventTally>(
      folder: folder.path("."), keeping: .random(in: 0...20_000, using: &random))
    var wanted: [[Int64]: [Int64]] = [:]
    for _ in 0..<2_000 {
      let key: [Int64] = [
        .random(in: 480_000..<480_060, using: &random), .random(in: 1...3, using: &random),
        .random(in: 0...9, using: &random),
      ]
      let newest = Int64.random(in: 1...1_000_000, using: &random)
      try sums.add(
        .init(events: 1, newest: newest), to: RollupKey(hour: key[0], app: key[1], part: key[2]))
      wanted[key] = [(wanted[key]?[0] ?? 0) + 1, max(wanted[key]?[1] ?? 0, newest)]
    }
    var found: [[Int64]] = []
    try sums.drain { cells in
      found += cells.map { [$0.hour, $0.app, $0.part, Int64($1.events), $1.newest] }
    }
    #expect(found == wanted.map { $0.key + $0.value }.sorted { $0.lexicographicallyPrecedes($1) })
  }
}
