import ReceiptModel

/// The pushes of the one device that is being read.
struct DeviceHistory: Sendable {
  /// A push, without what its slice knows.
  struct Push: Equatable, Sendable {
    var sentAt: Int64
    var ackedAt: Int64?
    var latency: Int64?
    var isRetried: Bool
    /// Whether there is any evidence from the device.
    var isAnswered: Bool
    /// Place of its build and network.
    var slice: Int
    var isOfUnackedMessage = false

    /// Whether it was acked so soon that later pushes, which have had less time, compare with it.
    var isPromptlyAcked: Bool { latency.map { $0 <= DeviceHistory.longWait } ?? false }
  }

  /// Milliseconds after which an ack says that the device had been out of reach.
  static let longWait: Int64 = 600_000
  /// Milliseconds after which APNs gives up a push at the latest, as the vendor sends it.
  static let expiry: Int64 = 72 * 3_600_000
  /// A device with more pushes than this is split: each so many pushes are looked at as if they were one device's.
  static let pushesAtMost = 4096

  private(set) var pushes: [Push] = []
  private(set) var count = 0
  private(set) var firstSend: Int64 = 0
  private(set) var lastSend: Int64 = 0
  private(set) var hasAnswered = false
  /// Place of the build and network of the last push; `nil` before the first.
  private(set) var slice: Int?

  var isFull: Bool { pushes.count >= Self.pushesAtMost }

  mutating func add(_ delivery: DeviceDelivery, slice: Int, isRetried: Bool) {
    let isAnswered = delivery.ackedAt != nil || delivery.isOpened || delivery.isConfirmed
    pushes.append(
      Push(
        sentAt: delivery.sentAt, ackedAt: delivery.ackedAt, latency: delivery.ackLatency,
        isRetried: isRetried, isAnswered: isAnswered, slice: slice,
        isOfUnackedMessage: delivery.isOfUnackedMessage))
    if count == 0 { firstSend = delivery.sentAt }
    lastSend = delivery.sentAt
    count += 1
    hasAnswered = hasAnswered || isAnswered
    self.slice = slice
  }

  /// Those that say how often the device acks.
  var tellingPushes: [Push] {
    pushes.contains(where: \.isOfUnackedMessage) ? pushes.filter { !$0.isOfUnackedMessage } : pushes
  }

  mutating func forgetPushes() { pushes.removeAll(keepingCapacity: true) }

  mutating func end() {
    forgetPushes()
    count = 0
    hasAnswered = false
    slice = nil
  }

  /// The number of pushes that a later one replaced.
  ///
  /// Such a push has no answer, and the first ack of the device after its send is that of a later push, which had
  /// waited long.
  ///
  /// APNs keeps one push of an app for a device that is out of reach, the newest.
  var replaced: Int {
    guard pushes.count > 1 else { return 0 }
    let acks = pushes.indices.compactMap { index in pushes[index].ackedAt.map { (time: $0, index: index) } }
      .sorted { ($0.time, $0.index) < ($1.time, $1.index) }
    var next = 0
    var result = 0
    for (index, push) in pushes.enumerated() {
      while next < acks.count, acks[next].time <= push.sentAt { next += 1 }
      guard next < acks.count else { break }
      let first = acks[next]
      if !push.isAnswered, first.index > index, first.time - push.sentAt <= Self.expiry,
        pushes[first.index].latency ?? 0 > Self.longWait
      {
        result += 1
      }
    }
    return result
  }

  /// For each acked push that has one before it: whether that one was answered, and how long the acked one waited.
  var predecessors: [(wasAnswered: Bool, wait: Int64)] {
    zip(pushes, pushes.dropFirst()).compactMap { before, push in
      guard let latency = push.latency, push.sentAt - before.sentAt <= Self.expiry else { return nil }
      return (before.isAnswered, latency)
    }
  }
}
