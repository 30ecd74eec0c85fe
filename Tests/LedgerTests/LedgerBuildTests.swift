import Foundation
import ReceiptModel
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import Ledger

/// The first content of a ledger is built in one go; merging batch by batch is its slow twin.
struct LedgerBuildTests {
  /// Puts events into an empty ledger in batches of random size; the twin merges them one by one.
  private func ledger(
    _ events: [PlainEvent], _ path: String, _ memory: BuildMemory?, _ random: inout SeededGenerator
  ) throws -> (store: LedgerWriter, outcome: MergeOutcome) {
    let store = try LedgerWriter.openForWriting(path)
    let writer = try BatchCommitter(store, settings: LedgerSettings(), memory: memory)
    var outcome = MergeOutcome()
    var batch = EventBatch(capacity: 4096)
    for (place, event) in events.enumerated() {
      batch.append(event, file: UInt32(place % 3))
      if Int.random(in: 0..<60, using: &random) == 0 || place == events.count - 1 {
        outcome.add(
          try writer.commit(batch.sorted(), files: [], isLast: false, clock: Instant(milliseconds: 0)))
        batch.removeAll()
      }
    }
    outcome.add(try writer.finish())
    return (store, outcome)
  }

  @Test(arguments: seeds(0..<24)) func `a built ledger equals a merged one`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: seed)
    let count = [1, 2, 30, 400, 1500][Int(seed % 5)]
    let events = randomEvents(count, messages: seed % 2 == 0 ? 3 : 200, seed: seed)
    let merged = try ledger(events, folder.path("merged.db"), nil, &random)
    let memory = BuildMemory(
      sortedBytes: [0, 5_000, 1 << 20][Int(seed % 3)], cacheBytes: [0, 10_000, 1 << 20][Int(seed / 2 % 3)],
      sumBytes: [0, 20_000, 16 << 20][Int(seed / 3 % 3)], workers: 1 + Int(seed % 4))
    let built = try ledger(events.shuffled(using: &random), folder.path("built.db"), memory, &random)
    let names = "SELECT type, name FROM sqlite_schema ORDER BY 1, 2"
    #expect(try built.store.table(names).rows == merged.store.table(names).rows)
    #expect(try built.store.fingerprint() == merged.store.fingerprint())
    #expect(try built.store.verify() == [])
    let lines = { (outcome: MergeOutcome) in
      (0..<3).reduce(0) { $0 + outcome.counts(file: $1).merged + outcome.counts(file: $1).duplicate }
    }
    #expect(lines(built.outcome) == count)
    #expect(lines(merged.outcome) == count)
    #expect(try folder.names() == ["built.db", "merged.db"])
  }

  @Test(arguments: [0, 1 << 20])
  func `a log in which every line has new values is built as it is merged`(sumBytes: Int) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: 4)
    let events = eventsOfNewValues(6_000)
    let merged = try ledger(events, folder.path("merged.db"), nil, &random)
    let built = try ledger(
      events.shuffled(using: &random), folder.path("built.db"), BuildMemory(sumBytes: sumBytes, workers: 2),
      &random)
    #expect(try built.store.fingerprint() == merged.store.fingerprint())
    for store in [built.store, merged.store] { #expect(try store.verify() == []) }
    #expect(try built.store.database.integer("SELECT count(*) FROM version_period") == 6_000)
  }

  // Each compared with all before it would be thousands of millions of comparisons.
  @Test(.timeLimit(.minutes(1)))
  func `one push on one device may have events under tens of thousands of AppKeys`() throws {
    let folder = try ScratchFolder()
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    let writer = try BatchCommitter(store, settings: LedgerSettings())
    var batch = EventBatch(capacity: 100_000)
    for number in 0..<100_000 {
      batch.append(
        PlainEvent(
          app: "k\(number % 50_000)", message: "m", device: "d", kind: .sent,
          time: 1_790_000_000_000 + Int64(number)))
    }
    _ = try writer.commit(batch.sorted(), files: [], clock: Instant(milliseconds: 0))
    #expect(try store.status().deliveries == 50_000)
    #expect(try store.database.integer("SELECT count(*) FROM repeat") == 50_000)
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 40, 200])
  func `a build that is given up leaves an empty ledger, or is complete`(
    patience: Int
  ) throws {
    let folder = try ScratchFolder()
    let path = folder.path("built.db")
    let store = try LedgerWriter.openForWriting(path)
    let asked = Mutex(0)
    func finish() throws -> MergeOutcome {
      let writer = try BatchCommitter(
        store, settings: LedgerSettings(), memory: BuildMemory(workers: 2),
        shouldGiveUp: {
          asked.withLock {
            $0 += 1
            return $0 > patience
          }
        })
      var batch = EventBatch(capacity: 4096)
      for event in randomEvents(3_000, messages: 200, seed: 1) { batch.append(event) }
      _ = try writer.commit(batch.sorted(), files: [], isLast: false, clock: Instant(milliseconds: 0))
      return try writer.finish()
    }
    do {
      _ = try finish()
      #expect(asked.withLock { $0 } <= patience)
      #expect(try store.status().deliveries > 0)
    } catch {
      #expect(error as? LedgerError == .givenUp(path: path))
      #expect(try store.status().deliveries == 0)
    }
    #expect(try store.verify() == [])
    #expect(try folder.names() == ["built.db"])
  }

  @Test(arguments: 0..<6) func `merging goes on in a built ledger`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: seed)
    let events = randomEvents(900, messages: 40, seed: seed)
    let merged = try ledger(events, folder.path("merged.db"), nil, &random)
    let built = try ledger(
      Array(events.prefix(600)), folder.path("built.db"), BuildMemory(workers: 2), &random)
    let writer = try BatchCommitter(built.store, settings: LedgerSettings(), memory: BuildMemory())
    var batch = EventBatch(capacity: 4096)
    for event in events.suffix(500) { batch.append(event) }
    _ = try writer.commit(batch.sorted(), files: [], isLast: false, clock: Instant(milliseconds: 0))
    _ = try writer.finish()
    #expect(try built.store.fingerprint() == merged.store.fingerprint())
    #expect(try built.store.verify() == [])
  }

  @Test func `what a killed build left behind is no hindrance and goes`() throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: 1)
    for name in ["a.db-parts", "a.db-build"] {
      try Data("half".utf8).write(to: URL(filePath: folder.path(name)))
    }
    let built = try ledger(randomEvents(300, seed: 1), folder.path("a.db"), BuildMemory(), &random)
    #expect(try built.store.verify() == [])
    #expect(try folder.names() == ["a.db"])
  }

  @Test func `a build that is given up leaves the ledger as empty as it was`() throws {
    let folder = try ScratchFolder()
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    do {
      let writer = try BatchCommitter(store, settings: LedgerSettings(), memory: BuildMemory(sortedBytes: 0))
      var batch = EventBatch(capacity: 4096)
      for event in randomEvents(300, seed: 1) { batch.append(event) }
      _ = try writer.commit(batch.sorted(), files: [], isLast: false, clock: Instant(milliseconds: 0))
    }
    #expect(try folder.names() == ["a.db"])
    #expect(try store.database.integer("SELECT count(*) FROM deliveries") == 0)
  }

  @Test func `a built ledger keeps the permissions of the empty one`() throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: 1)
    _ = try LedgerWriter.openForWriting(folder.path("a.db"))
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path("a.db"))
    _ = try ledger(randomEvents(300, seed: 1), folder.path("a.db"), BuildMemory(), &random)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("a.db"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test func `pages that are not sound are found before they become the ledger`() throws {
    let folder = try ScratchFolder()
    let path = folder.path("a.db")
    var random = SeededGenerator(seed: 1)
    _ = try ledger(randomEvents(3000, messages: 300, seed: 1), path, BuildMemory(), &random)
    try LedgerBuild.check(path)
    var bytes = try Data(contentsOf: URL(filePath: path))
    let root = try LedgerReader.openForReading(path).database.integer(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'delivery'")
    // The number of cells of the table's topmost page.
    bytes[(Int(try #require(root)) - 1) * 8192 + 4] ^= 1
    try bytes.write(to: URL(filePath: path))
    #expect(throws: LedgerError.self) { try LedgerBuild.check(path) }
  }
}
