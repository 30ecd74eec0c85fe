import SQLite
import Synchronization
import Threads

/// What `messages` says of all messages, some at a time, in the order of their references: read ahead by other threads,
/// where they can.
final class MessageBlocks {
  /// Those of other threads, which read in turn, each on a connection of its own.
  private let readers: [BlockReader]
  /// Reads where no other thread does.
  private var own: MessageReading?
  /// The references of the blocks' first messages.
  private let starts: [Int64]
  /// Those that were begun and not taken, in order.
  private var ahead: [Concurrently<[MessageTotals]>] = []
  private var begun = 0

  /// Twice as many as read at a time on most machines, so that none waits until a block is taken.
  private static let readerCount = 4
  /// Enough that their ends cost little, and that threads have equal shares of a ledger with few large messages.
  private static let most: Int64 = 256
  /// More would take too much memory.
  private static let largest: Int64 = 512

  /// - Parameter isLarge: whether other threads are worth their connections.
  /// - Throws: `SQLiteError`.
  init(of database: Database, isLarge: Bool) throws {
    let reader = LedgerReader(database, path: database.path)
    let others = isLarge ? try (0..<Self.readerCount).compactMap { _ in try BlockReader(beside: reader) } : []
    readers = others.count == Self.readerCount ? others : []
    own = readers.isEmpty ? try MessageReading(in: database) : nil
    let last = try database.integer("SELECT max(ref) FROM message") ?? 0
    let size = min(Self.largest, max(1, last / Self.most))
    // Whatever stands in a ledger that somebody changed, the first block begins before everything, and the last one ends
    // behind it.
    starts = [.min] + stride(from: size, through: last, by: Int(size))
  }

  /// Begins again with the first block.
  func begin() {
    ahead = []
    begun = 0
    // Two for each, so that none waits until a block is taken.
    for _ in readers { beginNext() }
  }

  /// The next block, which may be of no message; `nil` behind the last.
  func next() throws -> [MessageTotals]? {
    guard readers.isEmpty else {
      guard !ahead.isEmpty else { return nil }
      let block = try ahead.removeFirst().value()
      beginNext()
      return block
    }
    return try takeNext().flatMap { try own?.totals(of: $0) }
  }

  private func beginNext() {
    let reader = readers[begun % readers.count]
    guard let messages = takeNext() else { return }
    ahead.append(Concurrently { try reader.totals(of: messages) })
  }

  /// The messages of a block that is to be begun.
  private func takeNext() -> ClosedRange<Int64>? {
    guard begun < starts.count else { return nil }
    defer { begun += 1 }
    return starts[begun]...(begun + 1 < starts.count ? starts[begun + 1] - 1 : .max)
  }
}

/// A reading that threads may use, one at a time.
private final class BlockReader: Sendable {
  private let reading: Mutex<MessageReading>

  /// - Returns: `nil` where there can be no other connection, as for `LedgerReader.meanwhile`.
  init?(beside reader: LedgerReader) throws {
    guard let twin = try reader.twin() else { return nil }
    reading = Mutex(try MessageReading(in: twin.database))
  }

  func totals(of messages: ClosedRange<Int64>) throws -> [MessageTotals] {
    try reading.withLock { try $0.totals(of: messages) }
  }
}
