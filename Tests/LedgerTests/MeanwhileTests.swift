import ReceiptModel
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import Ledger

/// What another thread reads meanwhile is what this one would read.
struct MeanwhileTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.path("l.db")
    let store = try LedgerWriter.openForWriting(path)
    let writer = try BatchCommitter(store, settings: LedgerSettings())
    var batch = EventBatch(capacity: 512)
    for event in randomEvents(300, messages: 5, seed: 1) { batch.append(event) }
    _ = try writer.commit(batch.sorted(), files: [], clock: Instant(milliseconds: 0))
  }

  private static let count = "SELECT count(*) FROM delivery"

  /// The number of deliveries that was read, and whether this reader read it itself.
  private static func read(_ store: LedgerReader) throws -> (count: Int64?, isOwn: Bool) {
    let own = ObjectIdentifier(store)
    return try store.meanwhile { (try $0.database.integer(count), ObjectIdentifier($0) == own) }()
  }

  @Test func `a snapshot is read by two`() throws {
    let store = try LedgerReader.openForReading(path)
    let expected = try store.database.integer(Self.count)
    try store.beginSnapshot()
    let (count, isOwn) = try Self.read(store)
    #expect(count == expected && !isOwn)
  }

  @Test func `without a snapshot, and in a transaction that writes, one reads alone`() throws {
    let reader = try LedgerReader.openForReading(path)
    #expect(try Self.read(reader).isOwn)
    let writer = try LedgerWriter.openForWriting(path)
    try writer.database.transaction {
      try writer.database.execute("DELETE FROM delivery")
      let (count, isOwn) = try Self.read(writer)
      #expect(count == 0 && isOwn)
    }
  }

  @Test func `a writer that waits for the readers to end keeps nobody waiting`() throws {
    let store = try LedgerReader.openForReading(path)
    let expected = try store.database.integer(Self.count)
    try store.beginSnapshot()
    let writer = try Database(path: path, mode: .readWrite)
    try writer.execute("BEGIN IMMEDIATE; DELETE FROM delivery")
    // It cannot write before the reader has ended, and from here on lets no other in.
    #expect(throws: SQLiteError.self) { try writer.execute("COMMIT") }
    let (count, isOwn) = try Self.read(store)
    #expect(count == expected && isOwn)
  }

  @Test func `what fails meanwhile fails here`() throws {
    let store = try LedgerReader.openForReading(path)
    try store.beginSnapshot()
    let work = store.meanwhile { try $0.database.execute("SELECT * FROM nothing") }
    #expect(throws: SQLiteError.self) { try work() }
  }

  @Test func `a reader that is asked to stop ends what it reads, on another thread, too`() throws {
    let isOver = Mutex(false)
    let store = try LedgerReader.openForReading(path, shouldStop: { isOver.withLock { $0 } })
    try store.beginSnapshot()
    let pass = DeliveryPass(over: store)
    let start: Int64 = 1_790_000_000_000
    let day = DaySpan(name: "day", start: start, end: start + 86_400_000)
    _ = try pass.channelCells(CohortScope(days: [day], appKeys: [], asOf: day.end, settle: 0))
    let pairs = "SELECT count(*) FROM delivery AS one, delivery AS other, delivery AS third"
    isOver.withLock { $0 = true }
    for read: () throws -> Void in [
      { _ = try store.database.integer(pairs) },
      { _ = try store.meanwhile { try $0.database.integer(pairs) }() },
      { try pass.run() },
    ] {
      let error = #expect(throws: SQLiteError.self) { try read() }
      #expect(error?.isInterrupted == true)
    }
  }

  @Test func `a reader that is asked to stop waits for no writer`() throws {
    let writer = try Database(path: path, mode: .readWrite)
    try writer.execute("BEGIN EXCLUSIVE")
    let error = #expect(throws: SQLiteError.self) {
      _ = try LedgerReader.openForReading(path, shouldStop: { true })
    }
    #expect(error?.isInterrupted == true)
  }
}
