/// Reads what a relation says of messages, some at a time and in the order in which they are asked for.
protocol MessageReader: SendableMetatype {
  associatedtype Filter: Sendable
  associatedtype Block: Sendable

  /// Goes to some messages.
  mutating func begin(_ messages: MessageChunk, _ filter: Filter) throws

  /// What comes next of them, and whether that is all.
  mutating func next() throws -> (block: Block, isLast: Bool)
}

/// Messages by their references, in order.
enum MessageChunk: Sendable {
  case within(ClosedRange<Int64>)
  case these(ArraySlice<Int64>)
}
