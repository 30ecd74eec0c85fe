import Ledger
import ReceiptModel
import SQLite
import TestSupport
import Testing

struct MergeTests {
  /// Merges events in batches of random size and returns the ledger.
  private func ledger(_ events: [PlainEvent], _ folder: ScratchFolder, _ random: inout SeededGenerator) throws
    -> LedgerWriter
  {
    let store = try LedgerWriter.openForWriting(folder.path("\(random.next()).db"))
    let writer = try BatchCommitter(store, settings: LedgerSettings())
    var batch = EventBatch(capacity: 4096)
    for event in events {
      batch.append(event)
      if Int.random(in: 0..<40, using: &random) == 0 {
        _ = try writer.commit(batch.sorted(), files: [], clock: Instant(milliseconds: 0))
        batch.removeAll()
      }
    }
    _ = try writer.commit(batch.sorted(), files: [], clock: Instant(milliseconds: 0))
    return store
  }

  @Test(arguments: seeds(0..<12)) func `any order, split and repetition gives the same ledger`(seed: UInt64)
    throws
  {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: seed)
    let events = randomEvents(150, seed: seed)
    let first = try ledger(events, folder, &random)
    #expect(try first.verify() == [])
    let wanted = try first.fingerprint()
    for _ in 0..<4 {
      let other = try ledger((events + events.prefix(40)).shuffled(using: &random), folder, &random)
      #expect(try other.verify() == [])
      #expect(try other.fingerprint() == wanted)
    }
  }

  @Test func `merging the same batch again changes nothing and counts every line as a duplicate`() throws {
    let folder = try ScratchFolder()
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    let writer = try BatchCommitter(store, settings: LedgerSettings())
    var batch = EventBatch(capacity: 4096)
    for event in randomEvents(300, seed: 7) { batch.append(event, file: 3) }
    batch = batch.sorted()
    let first = try writer.commit(batch, files: [], clock: Instant(milliseconds: 0))
    let before = try store.fingerprint()
    let second = try writer.commit(batch, files: [], clock: Instant(milliseconds: 0))
    #expect(first.counts(file: 3).merged + first.counts(file: 3).duplicate == 300)
    #expect(second.counts(file: 3).merged == 0)
    #expect(second.counts(file: 3).duplicate == 300)
    #expect(try store.fingerprint() == before)
  }

  @Test func `the same value from an earlier time still wins when it comes on a receipt that is known`()
    throws
  {
    let folder = try ScratchFolder()
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    func merge(_ kind: EventKind, _ time: Int64, job: String?) throws {
      let writer = try BatchCommitter(store, settings: LedgerSettings())
      var batch = EventBatch(capacity: 16)
      batch.append(
        PlainEvent(
          app: "k1", message: "m1", device: "d1", kind: kind, time: 1_790_000_000_000 + time,
          attributes: job.map { [.jobKey: $0] } ?? [:]))
      _ = try writer.commit(batch.sorted(), files: [], clock: Instant(milliseconds: 0))
    }
    try merge(.sent, 0, job: nil)
    try merge(.opened, 20, job: nil)
    try merge(.dismissed, 40, job: "autumn")
    try merge(.opened, 20, job: "autumn")
    try merge(.extAck, 30, job: "winter")
    #expect(try store.database.text("SELECT job_key FROM deliveries") == "autumn")
  }

  @Test func `another setting makes the rollups anew and they agree`() throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: 3)
    let store = try ledger(randomEvents(200, seed: 3), folder, &random)
    var settings = LedgerSettings()
    settings.ackTimeout = 3_000
    settings.unmeasurable = ["huawei"]
    settings.appKeys = ["k1", "k9"]
    #expect(try store.adopt(settings))
    #expect(try !store.adopt(settings))
    #expect(try store.verify() == [])
  }

  @Test func `verify names a rollup that was changed behind its back`() throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: 5)
    let store = try ledger(randomEvents(200, seed: 5), folder, &random)
    try store.database.execute("UPDATE channel_hour SET opened = opened + 1")
    #expect(try store.verify().contains { $0.hasPrefix("channel_hour differs") })
  }

  @Test func `verify names a view that was changed behind its back`() throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: 6)
    let store = try ledger(randomEvents(20, seed: 6), folder, &random)
    try store.database.execute("DROP VIEW rejects; CREATE VIEW rejects AS SELECT 1 AS file")
    #expect(try store.verify() == ["the view rejects is not the one that this program makes"])
  }
}
