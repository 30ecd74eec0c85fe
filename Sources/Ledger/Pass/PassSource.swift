import SQLite
import Synchronization
import Threads

/// Reads the deliveries of windows, one after another.
struct PassSource {
  /// A window, and what is wanted of messages that have events in it and no cohort.
  typealias Window = (span: Range<Int64>, others: OtherMessages)

  private let reader: LedgerReader
  private let windows: [Window]
  private var rows: PassReader
  /// The window that is read.
  private var window = -1
  /// What is left of the window's messages.
  private var messages: WindowMessages?
  /// The message that is read.
  private var message: PassedMessage?
  private var isFirst = false

  init(_ windows: [Window], of reader: LedgerReader, ofJob job: String?) throws {
    self.windows = windows
    self.reader = reader
    rows = try PassReader(reader, ofJob: job)
  }

  /// Fills a chunk with the next deliveries, those of one window; behind the last it stays empty.
  mutating func fill(_ chunk: inout PassChunk) throws {
    chunk.removeAll()
    try reader.stopIfAsked()
    while !chunk.isFull, let message = try messageAtHand(isInNextWindow: chunk.parts.isEmpty) {
      chunk.begin(message, isFirst: isFirst)
      let isAtEnd = try rows.fill(&chunk)
      chunk.end(isLast: isAtEnd)
      isFirst = false
      if isAtEnd { self.message = nil }
    }
  }

  /// The message that is read, or else the next.
  ///
  /// - Parameter isInNextWindow: whether it may be one of the next window.
  private mutating func messageAtHand(isInNextWindow: Bool) throws -> PassedMessage? {
    while message == nil {
      if let next = try messages?.next() {
        try begin(next)
      } else if isInNextWindow, window + 1 < windows.count {
        window += 1
        messages = try WindowMessages(
          windows[window].span, withEvents: windows[window].others > .nothing, in: reader)
      } else {
        messages = nil
        return nil
      }
    }
    return message
  }

  private mutating func begin(_ message: PassedMessage) throws {
    try rows.begin(message.ref, onlyUnusual: !message.hasCohorts && windows[window].others < .everything)
    self.message = message
    isFirst = true
  }
}

/// A source that another thread reads, on a connection of its own.
final class PassSourceMeanwhile: Sendable {
  private struct State {
    var source: PassSource
    var chunk = PassChunk()
  }

  private let state: Mutex<State>

  /// - Returns: `nil` where there can be no other connection, as for `LedgerReader.meanwhile`.
  init?(_ windows: [PassSource.Window], of reader: LedgerReader, ofJob job: String?) throws {
    guard let twin = try reader.twins?.open() else { return nil }
    state = Mutex(State(source: try PassSource(windows, of: twin, ofJob: job)))
  }

  /// Fills the chunk here.
  func fill() throws { try state.withLock { try $0.source.fill(&$0.chunk) } }

  /// Takes the chunk that was filled, and leaves one to be filled.
  func exchange(_ chunk: inout PassChunk) { state.withLock { swap(&$0.chunk, &chunk) } }
}
