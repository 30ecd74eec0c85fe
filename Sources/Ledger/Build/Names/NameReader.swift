/// Reads the messages of a build in the order of their references.
struct NameReader {
  private var parts: ArraySlice<RecordRun>
  /// The message at hand; `nil` when there is none any more.
  private(set) var message: Int64?
  /// The name of the message at hand.
  private(set) var name: [UInt8] = []
  private var next: Int64

  /// Bytes to read at a time.
  private static let ahead = 64 << 10

  /// Stands at the message `first`, if there is one.
  ///
  /// - Throws: `SQLiteError`.
  init(_ messages: NamedMessages, from first: Int64) throws {
    let begin = messages.parts.lastIndex { $0.first <= first } ?? 0
    parts = messages.parts[begin...].map(\.names)[...]
    next = messages.parts.isEmpty ? 0 : messages.parts[begin].first
    repeat { try advance() } while message.map { $0 < first } ?? false
  }

  /// Goes to the next message.
  ///
  /// - Throws: `SQLiteError`.
  mutating func advance() throws {
    message = nil
    while !parts.isEmpty, message == nil {
      if let name = try parts[parts.startIndex].next(ahead: Self.ahead) {
        (self.name, message) = (name.bytes, next)
        next += 1
      } else {
        parts.removeFirst()
      }
    }
  }
}
