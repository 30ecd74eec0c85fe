/// The cells of messages, in the order of AppKeys and of message ids, by their bytes.
///
/// There may be one for each push, so only what is not empty takes memory, and a cell is made when it is asked for.
package struct MessageCells: RandomAccessCollection, Sendable {
  /// In the order in which they were added.
  private var rows: [Row] = []
  private var ids = TextColumn()
  private var counts = CountsColumn()
  private var latencies = LatencyColumn()
  /// The places in `rows` in the order of the keys.
  private let order: [UInt32]

  private struct Row {
    var appKey: String
    var jobKey: String?
    var firstSent: Int64?
    var lastSent: Int64?
  }

  package init(_ messages: some Sequence<MessageCell> = []) {
    var builder = Builder()
    for message in messages { builder.append(message) }
    self = builder.cells()
  }

  /// Cells that are added one after the other, in any order.
  package struct Builder {
    private var unordered = MessageCells(order: [])

    package init() {}

    package mutating func append(_ message: MessageCell) {
      unordered.rows.append(
        Row(
          appKey: message.appKey, jobKey: message.jobKey, firstSent: message.firstSent?.milliseconds,
          lastSent: message.lastSent?.milliseconds))
      unordered.ids.append(message.messageID)
      unordered.counts.append(message.counts)
      unordered.latencies.append(message.latencies)
    }

    package consuming func cells() -> MessageCells { MessageCells(unordered, order: unordered.orderByKey()) }
  }

  private init(order: [UInt32]) { self.order = order }

  private init(_ unordered: consuming MessageCells, order: [UInt32]) {
    (rows, ids) = (unordered.rows, unordered.ids)
    (counts, latencies) = (unordered.counts, unordered.latencies)
    self.order = order
  }

  private func orderByKey() -> [UInt32] {
    rows.indices.map(UInt32.init).sorted { one, other in
      let (left, right) = (rows[Int(one)].appKey, rows[Int(other)].appKey)
      guard left.hasSameBytes(as: right) else { return left.precedesInBytes(right) }
      return ids.precedes(Int(one), Int(other)) ?? false
    }
  }
}

extension MessageCells {
  package var startIndex: Int { 0 }
  package var endIndex: Int { order.count }

  package subscript(place: Int) -> MessageCell {
    let row = rows[Int(order[place])]
    return MessageCell(
      appKey: row.appKey, messageID: ids[Int(order[place])], counts: counts(at: place),
      latencies: latencies[Int(order[place])], jobKey: row.jobKey,
      firstSent: row.firstSent.map(Instant.init(milliseconds:)),
      lastSent: row.lastSent.map(Instant.init(milliseconds:)))
  }

  // What is asked of every one of them, without making the cell.

  package func counts(at place: Int) -> Counts { counts[Int(order[place])] }
  package func appKey(at place: Int) -> String { rows[Int(order[place])].appKey }
  package func messageID(at place: Int) -> String { ids[Int(order[place])] }
  /// Milliseconds UTC.
  package func firstSent(at place: Int) -> Int64? { rows[Int(order[place])].firstSent }

  /// Where those of an AppKey stand.
  package func places(of appKey: String) -> Range<Int> {
    let start = indices.partitionPoint { !self.appKey(at: $0).precedesInBytes(appKey) }
    return start..<(start..<count).partitionPoint { appKey.precedesInBytes(self.appKey(at: $0)) }
  }

  /// The same of each AppKey, in order.
  package var placesByApp: [(appKey: String, places: Range<Int>)] {
    var apps: [(appKey: String, places: Range<Int>)] = []
    var start = 0
    while start < count {
      let appKey = appKey(at: start)
      let places = places(of: appKey)
      apps.append((appKey, places))
      start = places.upperBound
    }
    return apps
  }
}

extension MessageCells: ExpressibleByArrayLiteral {
  package init(arrayLiteral messages: MessageCell...) { self.init(messages) }
}
