/// The cells of messages, in the order of AppKeys and of message ids, by their bytes.
///
/// There may be one for each push, so each is packed into some 50 bytes, and a cell is made when it is asked for.
package struct MessageCells: RandomAccessCollection, Sendable {
  /// The packed cells of some messages each, in the order in which they were added.
  private var pages: [[UInt8]] = []
  /// Where each cell lies, in the order of keys: the page, and in the lowest bits the byte.
  private var places: [UInt64] = []
  private var appKeys = NumberedTexts()

  private static let pageBits: UInt64 = 20

  package init(_ messages: some Sequence<MessageCell> = []) {
    var builder = Builder()
    for message in messages { builder.append(message) }
    self = builder.cells()
  }

  private init() {}

  /// Cells that were packed by a packer, in their order.
  package init(_ packed: some Sequence<ArraySlice<UInt8>>, by packer: MessagePacker) {
    appKeys = packer.appKeys
    for cell in packed { append(cell) }
  }

  /// Cells that are added one after the other, in any order.
  package struct Builder {
    private var unordered = MessageCells()
    private var packer = MessagePacker()
    private var packed: [UInt8] = []
    /// Which cell is the first in the last page.
    private var firstOfPage = 0

    package init() {}

    package mutating func append(_ message: MessageCell) {
      packed.removeAll(keepingCapacity: true)
      packer.pack(message, into: &packed)
      unordered.appKeys = packer.appKeys
      guard unordered.append(packed[...]) else { return }
      // Those of a page lie near each other, and of what is in order by pages the library's sort has little left to do.
      unordered.sort(firstOfPage..<unordered.count - 1)
      firstOfPage = unordered.count - 1
    }

    package consuming func cells() -> MessageCells {
      var cells = unordered
      cells.sort(0..<cells.count)
      return cells
    }
  }

  /// - Returns: whether the cell begins a page.
  @discardableResult
  private mutating func append(_ packed: ArraySlice<UInt8>) -> Bool {
    let beginsPage = pages.last.map { $0.count + packed.count > 1 << Self.pageBits } ?? true
    if beginsPage {
      pages.append([])
      pages[pages.count - 1].reserveCapacity(Swift.max(packed.count, 1 << Self.pageBits))
    }
    places.append(UInt64(pages.count - 1) << Self.pageBits | UInt64(pages[pages.count - 1].count))
    pages[pages.count - 1] += packed
    return beginsPage
  }

  private mutating func sort(_ range: Range<Int>) {
    let ranks = appKeys.ranks
    let ordered = places[range].sorted { one, other in
      var (left, right) = (reader(one), reader(other))
      let (app, otherApp) = (left.number(), right.number())
      guard app == otherApp else { return ranks[app] < ranks[otherApp] }
      let (id, otherID) = (left.text(), right.text())
      return left.bytes[id].lexicographicallyPrecedes(right.bytes[otherID])
    }
    places.replaceSubrange(range, with: ordered)
  }

  private func reader(_ place: UInt64) -> PackedReader {
    PackedReader(
      pages[Int(place >> Self.pageBits)], at: Int(place & (1 << Self.pageBits - 1)))
  }
}

extension MessageCells {
  package var startIndex: Int { 0 }
  package var endIndex: Int { places.count }

  package subscript(place: Int) -> MessageCell {
    var reader = reader(places[place])
    let appKey = appKeys[reader.number()]
    let messageID = String(decoding: reader.bytes[reader.text()], as: UTF8.self)
    let jobKey = reader.jobKey().map { String(decoding: reader.bytes[$0], as: UTF8.self) }
    let first = reader.time(since: 0)
    let last = reader.time(since: first ?? 0)
    return MessageCell(
      appKey: appKey, messageID: messageID, counts: reader.counts(), latencies: reader.latencies(),
      jobKey: jobKey, firstSent: first.map(Instant.init(milliseconds:)),
      lastSent: last.map(Instant.init(milliseconds:)))
  }

  // What is asked of every one of them, without making the cell.

  package func appKey(at place: Int) -> String {
    var reader = reader(places[place])
    return appKeys[reader.number()]
  }

  package func messageID(at place: Int) -> String {
    var reader = reader(places[place])
    _ = reader.number()
    return String(decoding: reader.bytes[reader.text()], as: UTF8.self)
  }

  /// Milliseconds UTC.
  package func firstSent(at place: Int) -> Int64? {
    var reader = readerOfTimes(at: place)
    return reader.time(since: 0)
  }

  package func counts(at place: Int) -> Counts {
    var reader = readerOfTimes(at: place)
    _ = reader.time(since: 0)
    _ = reader.time(since: 0)
    return reader.counts()
  }

  private func readerOfTimes(at place: Int) -> PackedReader {
    var reader = reader(places[place])
    _ = reader.number()
    _ = reader.text()
    _ = reader.jobKey()
    return reader
  }

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

extension PackedReader {
  fileprivate mutating func jobKey() -> Range<Int>? { number() == 0 ? nil : text() }

  fileprivate mutating func time(since base: Int64) -> Int64? {
    number() == 0 ? nil : base &+ Int64(number())
  }

  fileprivate mutating func latencies() -> LatencyHistogram {
    var latencies = LatencyHistogram()
    for _ in 0..<number() { latencies.add(bucket: number(), count: number()) }
    return latencies
  }
}
