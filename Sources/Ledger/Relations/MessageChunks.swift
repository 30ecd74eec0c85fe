import SQLite

/// Deals the messages that a question selects: many enough together that their ends cost little, few enough that threads
/// have equal shares of a ledger with few large ones.
struct MessageChunks {
  private let last: Int64
  private var selection = MessageSelection.none
  /// The first reference of the chunk that comes next, where all messages are selected; `nil` behind the last.
  private var start: Int64?
  /// How many chunks of some messages there were, and whether that was all.
  private var count = 0
  private var isAtEnd = false
  /// Those that were dealt to see whether there are several.
  private var waiting: [MessageChunk] = []

  private static let most: Int64 = 256
  /// More totals of messages would take too much memory.
  private static let largest: Int64 = 4096
  /// Of those that a question selects, of which nobody knows how many there are.
  private static let largestOfSome = 1024

  init(of database: Database) throws {
    last = try database.integer("SELECT max(ref) FROM message") ?? 0
  }

  mutating func begin(_ selection: MessageSelection) throws {
    (self.selection, count, isAtEnd, waiting) = (selection, 0, false, [])
    // Whatever stands in a ledger that somebody changed, the first begins before everything, and the last one ends behind
    // it.
    start = selection.isEverything ? .min : nil
    for _ in 0..<2 { if let chunk = try deal() { waiting.append(chunk) } }
  }

  /// Whether there was more than one to begin with.
  var hasSeveral: Bool { waiting.count > 1 }

  mutating func next() throws -> MessageChunk? {
    waiting.isEmpty ? try deal() : waiting.removeFirst()
  }

  private mutating func deal() throws -> MessageChunk? {
    guard selection.isEverything else { return try dealSome() }
    guard let first = start else { return nil }
    let next = max(0, first) + min(Self.largest, max(1, last / Self.most))
    start = next <= last ? next : nil
    return .within(first...(start.map { $0 - 1 } ?? .max))
  }

  private mutating func dealSome() throws -> MessageChunk? {
    let size = min(Self.largestOfSome, 16 << min(count / 4, 16))
    count += 1
    var messages: ArraySlice<Int64> = []
    while !isAtEnd, messages.count < size {
      // A statement that has ended would begin again.
      if let message = try selection.next() { messages.append(message) } else { isAtEnd = true }
    }
    return messages.isEmpty ? nil : .these(messages)
  }
}
