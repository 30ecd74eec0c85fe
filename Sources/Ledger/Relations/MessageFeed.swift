import SQLite
import Synchronization
import Threads

/// What a relation says of the messages that a question selects: read ahead by other threads, where they can.
final class MessageFeed<Reader: MessageReader> {
  private let open: @Sendable (Database) throws -> Reader
  /// Reads the first chunk, since some questions want no more, and where no other thread reads all.
  private var own: Reader
  private let isLarge: Bool
  private let ledger: LedgerReader
  /// Those of other threads, which read in turn; none before they are wanted.
  private var others: [OtherReader<Reader>] = []
  private var chunks: MessageChunks
  private var filter: Reader.Filter?
  /// What others have begun, in order: one chunk for each of them.
  private var ahead: [Ahead] = []
  /// What another has read, the last first.
  private var taken: [Reader.Block] = []
  /// Whether the own reader is at a chunk.
  private var ownIsBegun = false
  /// Whether others begin when more than the first chunk is wanted.
  private var othersWait = false

  private struct Ahead {
    let reader: OtherReader<Reader>
    let chunk: MessageChunk
    /// `nil` where there can be no other connection.
    var blocks: Concurrently<(blocks: [Reader.Block], isLast: Bool)?>
  }

  /// Twice as many as read at a time on most machines, so that none waits until a block is taken.
  private static var readers: Int { 4 }

  /// - Parameters:
  ///   - isLarge: whether other threads are worth their connections.
  ///   - open: makes a reader on a connection.
  /// - Throws: `SQLiteError`.
  init(of database: Database, isLarge: Bool, _ open: @escaping @Sendable (Database) throws -> Reader) throws {
    (self.open, self.isLarge) = (open, isLarge)
    ledger = LedgerReader(database, path: database.path)
    own = try open(database)
    chunks = try MessageChunks(of: database)
  }

  /// Begins with the first of the messages that are selected.
  func begin(_ selection: MessageSelection, _ filter: Reader.Filter) throws {
    (ahead, taken) = ([], [])
    self.filter = filter
    try chunks.begin(selection)
    othersWait = isLarge && chunks.hasSeveral
    try beginOwn(chunks.next())
  }

  private func beginOwn(_ chunk: MessageChunk?) throws {
    ownIsBegun = chunk != nil
    if let chunk, let filter { try own.begin(chunk, filter) }
  }

  private func beginOthers() throws {
    othersWait = false
    if others.isEmpty {
      others = (0..<Self.readers).compactMap { _ in ledger.twins.map { OtherReader($0, open) } }
    }
    for reader in others { try beginNext(reader) }
  }

  private func beginNext(_ reader: OtherReader<Reader>) throws {
    guard let filter, let chunk = try chunks.next() else { return }
    ahead.append(
      Ahead(reader: reader, chunk: chunk, blocks: Concurrently { try reader.begin(chunk, filter) }))
  }

  /// The next block, which may be empty; `nil` behind the last.
  func next() throws -> Reader.Block? {
    if let block = taken.popLast() { return block }
    if !ownIsBegun {
      if othersWait { try beginOthers() }
      if let first = ahead.first {
        if try take(first) { return try next() }
      } else {
        try beginOwn(chunks.next())
      }
    }
    guard ownIsBegun else { return nil }
    let (block, isLast) = try own.next()
    ownIsBegun = !isLast
    return block
  }

  /// Takes what another has read, and lets it go on.
  ///
  /// - Returns: whether it could; otherwise its chunk is begun here.
  private func take(_ first: Ahead) throws -> Bool {
    guard let (blocks, isLast) = try first.blocks.value() else {
      ahead.removeFirst()
      try beginOwn(first.chunk)
      return false
    }
    taken = blocks.reversed()
    if isLast {
      ahead.removeFirst()
      try beginNext(first.reader)
    } else {
      ahead[0].blocks = Concurrently { try first.reader.next() }
    }
    return true
  }
}

/// A reader on a connection of its own, which is opened by the thread that wants it first; one at a time uses it.
private final class OtherReader<Reader: MessageReader>: Sendable {
  private let twins: LedgerTwins
  private let open: @Sendable (Database) throws -> Reader
  private let reader = Mutex<Reader?>(nil)

  /// Blocks to read at a time, so that nobody waits for a large chunk piece by piece.
  private static var most: Int { 8 }

  init(_ twins: LedgerTwins, _ open: @escaping @Sendable (Database) throws -> Reader) {
    (self.twins, self.open) = (twins, open)
  }

  /// - Returns: `nil` where there can be no connection, as for `LedgerReader.meanwhile`.
  func begin(_ chunk: MessageChunk, _ filter: Reader.Filter) throws -> (blocks: [Reader.Block], isLast: Bool)?
  {
    try reader.withLock { reader in
      if reader == nil { reader = try twins.open().map { try open($0.database) } }
      try reader?.begin(chunk, filter)
      return try Self.blocks(of: &reader)
    }
  }

  func next() throws -> (blocks: [Reader.Block], isLast: Bool)? {
    try reader.withLock { try Self.blocks(of: &$0) }
  }

  private static func blocks(of reader: inout Reader?) throws -> (blocks: [Reader.Block], isLast: Bool)? {
    var blocks: [Reader.Block] = []
    while blocks.count < most {
      guard let (block, isLast) = try reader?.next() else { return nil }
      blocks.append(block)
      if isLast { return (blocks, true) }
    }
    return (blocks, false)
  }
}
