import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// Each message holds a digest of its deliveries, by which `verify` notices what SQLite's own check cannot: a row that is
/// as sound as before and says something else.
struct DigestTests {
  /// A ledger that was merged in two parts.
  private func ledger(_ folder: ScratchFolder, seed: UInt64) throws -> LedgerWriter {
    let events = randomEvents(
      300, messages: 12, sources: ["alibaba", "huawei", "send-log"], seed: seed)
    let store = try LedgerWriter.openForWriting(folder.path("ledger.db"))
    for part in [events.prefix(180), events.dropFirst(120)] {
      var batch = EventBatch(capacity: 4096)
      for event in part { batch.append(event) }
      _ = try BatchCommitter(store, settings: LedgerSettings()).commit(
        batch.sorted(), files: [], clock: Instant(milliseconds: 0))
    }
    return store
  }

  @Test(arguments: seeds(0..<12)) func `any change of any column of any row is noticed`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    try expectNoticed(
      in: ledger(folder, seed: seed), seed,
      [
        "delivery": DeliveryRow.columns.filter { $0 != "besides" }, "repeat": OverflowTables.repeatColumns,
        "late_attribute": OverflowTables.lateColumns, "teller": OverflowTables.tellerColumns,
      ])
  }

  @Test(arguments: seeds(0..<6)) func `any change of an event that a link brought is noticed`(seed: UInt64)
    throws
  {
    let folder = try ScratchFolder()
    let store = try LinkedLedger.write([[RandomLinks(120, seed: seed).lines]], folder.path("ledger.db"))
    try expectNoticed(in: store, seed, ["linked_event": OverflowTables.linkedColumns])
  }

  /// Changes one value of each column and looks whether that is noticed, and takes it back.
  private func expectNoticed(in store: LedgerWriter, _ seed: UInt64, _ tables: [String: [String]]) throws {
    #expect(try MessageDigests.mismatches(in: store.database) == 0)
    for (table, columns) in tables.sorted(by: { $0.key < $1.key }) {
      let count = try #require(try store.database.integer("SELECT count(*) FROM \(table)"))
      #expect(count > 0, "\(table)")
      let device = """
        iif(typeof(device) = 'text', device || 'x',
          CAST(substr(device, 1, 15) || iif(substr(device, 16) = x'01', x'02', x'01') AS BLOB))
        """
      for (index, column) in columns.enumerated() where count > 0 {
        let changed = column == "device" ? device : "(\(column) | 16) - (\(column) & 16)"
        try store.database.execute("SAVEPOINT unchanged")
        // What has no value gets none by this.
        try store.database.execute(
          """
          UPDATE \(table) SET \(column) = \(changed) WHERE (message_ref, device, app_ref) = (
            SELECT message_ref, device, app_ref FROM \(table) WHERE \(column) IS NOT NULL
            ORDER BY 1, 2, 3 LIMIT 1 OFFSET (\(seed) * 31 + \(index) * 7) % (
              SELECT count(\(column)) + (count(\(column)) = 0) FROM \(table)))
          """)
        if store.database.changes > 0 {
          #expect(try MessageDigests.mismatches(in: store.database) > 0, "\(table).\(column)")
        }
        try store.database.execute("ROLLBACK TO unchanged; RELEASE unchanged")
      }
    }
    #expect(try MessageDigests.mismatches(in: store.database) == 0)
  }

  @Test func `a digit of a device id that changes on the disk is told by verify`() throws {
    let folder = try ScratchFolder()
    let store = try ledger(folder, seed: 1)
    #expect(try store.verify() == [])
    try store.database.execute(
      """
      UPDATE delivery SET device = device || 'x' WHERE (message_ref, device, app_ref) = (
        SELECT message_ref, device, app_ref FROM delivery
        WHERE besides IS NULL AND typeof(device) = 'text' AND device <> '' AND ext_ack IS NULL LIMIT 1)
      """)
    #expect(store.database.changes == 1)
    let problems = try store.verify()
    #expect(problems.contains { $0.hasPrefix("a message whose deliveries are not as they were written") })
  }
}
