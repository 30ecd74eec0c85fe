/// Reads the messages of a build in the order of their references.
struct NameReader {
  private let parts: [NamePart]
  private var nextPart = 0
  private var cursor: NameCursor?
  /// The message at hand; `nil` when there is none any more.
  private(set) var message: Int64?
  /// The name of the message at hand.
  var name: [UInt8] { cursor?.name ?? [] }

  /// Stands at the message `first`, or the next one that there is.
  ///
  /// - Throws: `SQLiteError`.
  init(_ messages: NamedMessages, from first: Int64) throws {
    let begin = messages.parts.lastIndex { $0.first <= first } ?? 0
    parts = messages.parts[begin...].map(\.part)
    repeat { try advance() } while message.map { $0 < first } ?? false
  }

  /// Goes to the next message.
  ///
  /// - Throws: `SQLiteError`.
  mutating func advance() throws {
    while try cursor?.advance() != true {
      guard nextPart < parts.count else {
        message = nil
        return
      }
      cursor = NameCursor(parts[nextPart])
      nextPart += 1
    }
    message = cursor?.reference
  }
}
