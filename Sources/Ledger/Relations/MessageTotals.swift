import ReceiptModel

/// What the view `messages` says of one message under one AppKey.
struct MessageTotals: Sendable {
  let message: Int64
  let app: Int64
  /// By the slot of the kind.
  private var counts = InlineArray<12, Int64>(repeating: 0)
  private(set) var firstSent: Int64?
  private(set) var lastSent: Int64?
  /// A context with the smallest job key; `nil` where no delivery has one.
  var context: Int64?

  init(message: Int64, app: Int64) { (self.message, self.app) = (message, app) }

  func count(of kind: EventKind) -> Int64 { counts[kind.slot] }

  mutating func add(_ count: Int64, of kind: EventKind) { counts[kind.slot] += count }

  mutating func addSends(from first: Int64, through last: Int64) {
    firstSent = min(firstSent ?? first, first)
    add(lastSend: last)
  }

  mutating func add(lastSend time: Int64) { lastSent = max(lastSent ?? time, time) }
}
