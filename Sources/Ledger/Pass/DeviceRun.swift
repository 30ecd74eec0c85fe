/// Pushes to devices in order, in memory or in a spill, which are read one after the other.
struct DeviceRun: SortedRun {
  private var pushes: SpillWindow<PackedPush>
  private var texts: SpillWindow<UInt8>
  private var rare: SpillWindow<Int64>
  private let count: Int
  private var place = 0

  init(_ sorted: DevicePushes) {
    pushes = SpillWindow(elements: sorted.pushes)
    texts = SpillWindow(elements: sorted.texts)
    rare = SpillWindow(elements: sorted.rare)
    count = sorted.pushes.count
  }

  /// - Throws: `SQLiteError`.
  init(_ sorted: DevicePushes, movedTo spill: SpillFile) throws {
    pushes = try SpillWindow(sorted.pushes, movedTo: spill)
    texts = try SpillWindow(sorted.texts, movedTo: spill)
    rare = try SpillWindow(sorted.rare, movedTo: spill)
    count = sorted.pushes.count
  }

  /// The next push; `nil` behind the last.
  ///
  /// - Parameter ahead: bytes of the spill to read at a time.
  mutating func next(ahead: Int) throws -> OrderedPush? {
    guard place < count else { return nil }
    var next = OrderedPush(push: try pushes.element(place, ahead: ahead))
    place += 1
    if next.push.isText {
      let range = next.push.textRange
      let start = try texts.index(of: range.lowerBound, holding: range.count, ahead: ahead)
      next.text = Array(texts.elements[start..<start + range.count])
    }
    if let facts = next.push.rarePlace {
      let further = Int(try rare.element(facts, ahead: ahead))
      let start = try rare.index(of: facts, holding: 3 + further, ahead: ahead)
      next.rare = Array(rare.elements[start + 1..<start + 3 + further])
    }
    return next
  }
}

/// A push with what its fixed width has no room for.
struct OrderedPush: Comparable {
  var push: PackedPush
  /// The device's id where it is no packed one.
  var text: [UInt8] = []
  /// First ack, latency and further acks, where these are not plain.
  var rare: [Int64] = []

  @inline(__always)
  func isOfDevice(of other: OrderedPush) -> Bool {
    push.precedes(other.push) == nil && (!push.isText || text == other.text)
  }

  /// The order by AppKeys, devices and sends.
  @inline(__always)
  static func < (left: OrderedPush, right: OrderedPush) -> Bool {
    if let precedes = left.push.precedes(right.push) { return precedes }
    if left.push.isText, left.text != right.text { return left.text.lexicographicallyPrecedes(right.text) }
    return left.push.sentAt < right.push.sentAt
  }

  static func == (left: OrderedPush, right: OrderedPush) -> Bool {
    left.isOfDevice(of: right) && left.push.sentAt == right.push.sentAt
  }
}
