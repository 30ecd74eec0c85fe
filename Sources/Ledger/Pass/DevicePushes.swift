import ReceiptModel

/// Pushes to devices in memory, 40 bytes for nearly each, which are given back in the order of AppKeys, devices and sends.
///
/// A message's deliveries come in the order of devices, so what comes in is made of ascending runs, and giving it back is
/// merging them: nothing is sorted or moved.
struct DevicePushes {
  private var pushes: [Push] = []
  /// The first place of each run.
  private var runs: [Int] = []
  /// Device ids that are no packed ones; a push has the place here.
  private var texts: [[UInt8]] = []
  /// By the place of the push.
  private var rare: [Int: RareFacts] = [:]
  private var last: Key?
  private(set) var byteCount = 0

  private struct Push {
    var high: UInt64
    var low: UInt64
    /// First send, with `Marks` in the lowest bits.
    var sentAndMarks: Int64
    var app: UInt32
    var origin: UInt32
    var message: UInt32
    /// Milliseconds from the first send to the first ack.
    var ack: Int32
  }

  private enum Marks {
    static let opened: Int64 = 1
    static let confirmed: Int64 = 2
    static let acked: Int64 = 4
    static let rare: Int64 = 8
    static let text: Int64 = 16
    static let bits: Int64 = 5
  }

  /// What the fixed width has no room for.
  private struct RareFacts {
    var ackedAt: Int64
    var latency: Int64
    var furtherAcks: [Int64]
  }

  /// A push as the merge gives it back.
  struct Ordered {
    var app: Int64
    var device: StoredDevice
    var origin: UInt32
    var message: Int64
    var sentAt: Int64
    var ackedAt: Int64?
    var ackLatency: Int64?
    var isOpened: Bool
    var isConfirmed: Bool
    var furtherAcks: [Int64]
  }

  /// The order, but for messages that were sent to a device at the same moment.
  struct Key: Comparable {
    var app: Int64
    var device: StoredDevice
    var sentAt: Int64

    static func < (left: Key, right: Key) -> Bool {
      if left.app != right.app { return left.app < right.app }
      if left.device != right.device { return left.device < right.device }
      return left.sentAt < right.sentAt
    }
  }

  mutating func append(_ delivery: PassedDelivery, of message: Int64, origin: UInt32) {
    let state = delivery.state
    let sent = state.time(.sent)
    var push = Push(
      high: 0, low: 0, sentAndMarks: sent << Marks.bits, app: UInt32(truncatingIfNeeded: delivery.app),
      origin: origin, message: UInt32(truncatingIfNeeded: message), ack: 0)
    if state.has(.opened) { push.sentAndMarks |= Marks.opened }
    if state.isConfirmed(delivery.traits) { push.sentAndMarks |= Marks.confirmed }
    if let latency = state.latency(of: .extAck) {
      push.sentAndMarks |= Marks.acked
      let ack = state.time(.extAck)
      let further = state.hasBesides ? state.repeats.filter { $0.kind == .extAck }.map(\.time) : []
      if further.isEmpty, latency == ack - sent, let short = Int32(exactly: latency) {
        push.ack = short
      } else {
        push.sentAndMarks |= Marks.rare
        rare[pushes.count] = RareFacts(ackedAt: ack, latency: latency, furtherAcks: further)
      }
    }
    switch delivery.device {
    case .packed(let high, let low): (push.high, push.low) = (high, low)
    case .text(let bytes):
      push.sentAndMarks |= Marks.text
      push.high = UInt64(texts.count)
      texts.append(bytes)
    }
    let key = Key(app: delivery.app, device: delivery.device, sentAt: sent)
    if last.map({ key < $0 }) ?? true { runs.append(pushes.count) }
    last = key
    pushes.append(push)
    byteCount += Self.byteCount(of: delivery)
  }

  /// Bytes that a delivery takes at most.
  static func byteCount(of delivery: PassedDelivery) -> Int {
    var bytes = MemoryLayout<Push>.stride
    if case .text(let id) = delivery.device { bytes += 40 + id.count }
    guard delivery.state.hasBesides else { return bytes }
    return bytes + 128 + 8 * delivery.state.repeats.reduce(0) { sum, _ in sum + 1 }
  }

  mutating func reserve(bytes: Int) { pushes.reserveCapacity(bytes / MemoryLayout<Push>.stride) }

  /// Calls `body` with each push in order, those of one key in any.
  func forEach(_ body: (Ordered) throws -> Void) rethrows {
    var heap = MergeHeap<Run>()
    for (start, end) in zip(runs, runs.dropFirst() + [pushes.count]) {
      heap.push(Run(place: start, end: end, key: key(start)))
    }
    while !heap.isEmpty {
      var run = heap.first
      try body(ordered(run.place, run.key))
      run.place += 1
      if run.place < run.end {
        run.key = key(run.place)
        heap.first = run
      } else {
        heap.removeFirst()
      }
    }
  }

  private struct Run: Comparable {
    var place: Int
    let end: Int
    var key: Key

    static func < (left: Run, right: Run) -> Bool { left.key < right.key }
    static func == (left: Run, right: Run) -> Bool { left.key == right.key }
  }

  private func key(_ place: Int) -> Key {
    let push = pushes[place]
    let isText = push.sentAndMarks & Marks.text != 0
    return Key(
      app: Int64(push.app),
      device: isText ? .text(texts[Int(push.high)]) : .packed(high: push.high, low: push.low),
      sentAt: push.sentAndMarks >> Marks.bits)
  }

  private func ordered(_ place: Int, _ key: Key) -> Ordered {
    let push = pushes[place]
    let isAcked = push.sentAndMarks & Marks.acked != 0
    let facts = push.sentAndMarks & Marks.rare != 0 ? rare[place] : nil
    let ack = isAcked ? Int64(push.ack) : nil
    return Ordered(
      app: key.app, device: key.device, origin: push.origin, message: Int64(push.message), sentAt: key.sentAt,
      ackedAt: facts?.ackedAt ?? ack.map { key.sentAt + $0 }, ackLatency: facts?.latency ?? ack,
      isOpened: push.sentAndMarks & Marks.opened != 0,
      isConfirmed: push.sentAndMarks & Marks.confirmed != 0, furtherAcks: facts?.furtherAcks ?? [])
  }
}
