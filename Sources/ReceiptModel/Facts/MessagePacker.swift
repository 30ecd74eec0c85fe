/// Makes few bytes of the cells of messages, which `MessageCells` reads again.
package struct MessagePacker: Sendable {
  /// Those of all cells, by the numbers that stand for them.
  private(set) var appKeys = NumberedTexts()

  package init() {}

  /// Adds a cell's bytes to others.
  package mutating func pack(_ message: MessageCell, into packed: inout [UInt8]) {
    packed.append(packed: appKeys.number(of: message.appKey))
    packed.append(text: message.messageID)
    packed.append(packed: message.jobKey == nil ? 0 : 1)
    if let jobKey = message.jobKey { packed.append(text: jobKey) }
    let first = message.firstSent?.milliseconds
    packed.append(time: first, since: 0)
    packed.append(time: message.lastSent?.milliseconds, since: first ?? 0)
    packed.append(packed: message.counts)
    packed.append(message.latencies)
  }
}

extension [UInt8] {
  fileprivate mutating func append(time: Int64?, since base: Int64) {
    append(packed: time == nil ? 0 : 1)
    if let time { append(packed: Int(time &- base)) }
  }

  fileprivate mutating func append(_ latencies: LatencyHistogram) {
    append(packed: latencies.counts.count)
    for (bucket, count) in latencies.counts {
      append(packed: bucket)
      append(packed: count)
    }
  }
}
