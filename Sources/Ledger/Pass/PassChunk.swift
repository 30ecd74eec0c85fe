/// Deliveries that a pass hands on at once: of many messages, or some of a large one.
struct PassChunk: Sendable {
  /// What the chunk has of each message, in order.
  private(set) var parts: [Part] = []
  /// Only the first `count` are there; the others give their memory to the next ones, as each is large.
  private(set) var deliveries: [PassedDelivery] = []
  private(set) var count = 0

  struct Part: Sendable {
    let message: PassedMessage
    /// Whether no chunk before has any of the message.
    let isFirst: Bool
    /// Whether no chunk behind has any of it.
    fileprivate(set) var isLast = false
    fileprivate(set) var deliveries: Range<Int>
  }

  /// About so many are handed on together: enough that this costs little, and few enough to stay in the processor's cache.
  private static let room = 1024

  var isFull: Bool { count >= Self.room || parts.count >= Self.room }

  mutating func removeAll() {
    parts.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Begins with what it has of a message.
  mutating func begin(_ message: PassedMessage, isFirst: Bool) {
    parts.append(Part(message: message, isFirst: isFirst, deliveries: count..<count))
  }

  /// Ends with what it has of the message.
  mutating func end(isLast: Bool) {
    let place = parts.count - 1
    parts[place].isLast = isLast
    parts[place].deliveries = parts[place].deliveries.lowerBound..<count
  }

  /// Adds a delivery that `fill` makes of what another has left.
  mutating func append(_ fill: (inout PassedDelivery) throws -> Void) rethrows {
    if count == deliveries.count { deliveries.append(PassedDelivery()) }
    try fill(&deliveries[count])
    count += 1
  }

  /// Changes the deliveries from a place on.
  mutating func update(from start: Int, _ body: (inout PassedDelivery) -> Void) {
    for place in start..<count { body(&deliveries[place]) }
  }

  /// Leaves out some of the deliveries from a place on.
  mutating func keep(from start: Int, where isKept: (borrowing PassedDelivery) throws -> Bool) rethrows {
    var end = start
    for place in start..<count where try isKept(deliveries[place]) {
      if place != end { deliveries.swapAt(place, end) }
      end += 1
    }
    count = end
  }
}
