import ReceiptModel
import SQLite

/// The deliveries of each device, one beside the other, although the ledger has them by message.
///
/// Memory: `limit` bytes of pushes. Where a window has more, they are only counted, by AppKey and the first byte of the
/// device id; then parts of them are read again, one after another, of which each has room. A part is no smaller than
/// what one AppKey sent to the devices of one first byte.
final class DeviceOrder: DeliveryVisitor {
  let windows: [Range<Int64>]
  let looksAtEvents = false
  private let window: Range<Int64>
  private let scope: CohortScope
  private let reader: LedgerReader
  private let limit: Int
  private let appKeys: [Int64: String]
  private var origins: DeviceOrigins
  private var pushes = DevicePushes()
  private var message: Int64 = 0
  /// What is looked at; `nil` while all is.
  private var part: ClosedRange<DevicePart>?
  /// Bytes of each part, once there is no room for all of them.
  private var parts: [DevicePart: Int] = [:]
  /// What is not yet in `parts`, of the last part.
  private var counted = (part: DevicePart(app: 0, start: 0), bytes: 0)
  private var isTooMuch = false

  /// - Returns: `nil` for a scope without days.
  init?(_ scope: CohortScope, in reader: LedgerReader, limit: Int = 48 << 20) throws {
    guard let window = scope.window else { return nil }
    self.window = window
    windows = [window]
    self.scope = scope
    self.reader = reader
    self.limit = limit
    appKeys = try reader.appKeys().filter { scope.includes($0.value) }
    origins = try DeviceOrigins(in: reader)
    pushes.reserve(bytes: limit)
  }

  func begin(_ message: PassedMessage) { self.message = message.ref }

  func visit(_ deliveries: Span<PassedDelivery>) throws {
    for place in deliveries.indices {
      let delivery = deliveries[place]
      guard delivery.traits.isAckEligible, delivery.isCounted, !delivery.device.isEmpty,
        delivery.state.has(.sent), window.contains(delivery.state.time(.sent)),
        delivery.state.time(.sent) <= scope.settledUntil, appKeys[delivery.app] != nil
      else { continue }
      let own = DevicePart(app: delivery.app, device: delivery.device)
      if let part {
        guard part.contains(own) else { continue }
      } else {
        count(DevicePushes.byteCount(of: delivery), of: own)
      }
      if !isTooMuch {
        pushes.append(delivery, of: message, origin: try origins.number(of: delivery))
        if part == nil, pushes.byteCount > limit { forget() }
      }
    }
  }

  private func count(_ bytes: Int, of part: DevicePart) {
    // Those of a message come in the order of devices, so it is nearly always that of the delivery before.
    if part != counted.part {
      parts[counted.part, default: 0] += counted.bytes
      counted = (part, 0)
    }
    counted.bytes += bytes
  }

  private func forget() {
    isTooMuch = true
    pushes = DevicePushes()
  }

  /// Calls `body` with each delivery, once the pass has run.
  func forEach(_ body: (DeviceDelivery) -> Void) throws {
    var feed = DeviceFeed(try reader.database.prepare("SELECT message_id FROM message WHERE ref = ?1"))
    guard isTooMuch else { return try give(to: &feed, body) }
    isTooMuch = false
    parts[counted.part, default: 0] += counted.bytes
    for part in DevicePart.joined(parts, limit: limit) {
      self.part = part
      let pass = DeliveryPass(over: reader)
      pass.add(self)
      try pass.run()
      try give(to: &feed, body)
    }
  }

  private func give(to feed: inout DeviceFeed, _ body: (DeviceDelivery) -> Void) throws {
    try pushes.forEach { push in try feed.add(push, origins, body) }
    try feed.finish(origins, body)
    pushes = DevicePushes()
  }
}

/// Deliveries of one AppKey to the devices whose ids begin with one byte, in the order in which devices are sorted.
struct DevicePart: Hashable, Comparable {
  var app: Int64
  /// The first byte of the id; of packed ones 256 more.
  var start: Int

  init(app: Int64, start: Int) { (self.app, self.start) = (app, start) }

  init(app: Int64, device: StoredDevice) {
    switch device {
    case .text(let bytes): self.init(app: app, start: bytes.first.map(Int.init) ?? 0)
    case .packed(let high, _): self.init(app: app, start: 256 + Int(high >> 56))
    }
  }

  static func < (left: DevicePart, right: DevicePart) -> Bool {
    (left.app, left.start) < (right.app, right.start)
  }

  /// Neighbouring parts together, as many as stay within a limit.
  static func joined(_ parts: [DevicePart: Int], limit: Int) -> [ClosedRange<DevicePart>] {
    var joined: [(range: ClosedRange<DevicePart>, bytes: Int)] = []
    for (part, bytes) in parts.sorted(by: { $0.key < $1.key }) {
      if let last = joined.last, last.bytes + bytes <= limit {
        joined[joined.count - 1] = (last.range.lowerBound...part, last.bytes + bytes)
      } else {
        joined.append((part...part, bytes))
      }
    }
    return joined.map(\.range)
  }
}

/// Hands ordered pushes on; those that were sent to a device at the same moment in the order of their messages' ids,
/// which does not depend on what was imported first.
private struct DeviceFeed {
  private let messageID: Statement
  private var together: [DevicePushes.Ordered] = []
  private var last: (app: Int64, device: StoredDevice)?

  init(_ messageID: Statement) { self.messageID = messageID }

  mutating func add(
    _ push: DevicePushes.Ordered, _ origins: DeviceOrigins, _ body: (DeviceDelivery) -> Void
  ) throws {
    if let first = together.first,
      first.sentAt != push.sentAt || first.app != push.app || first.device != push.device
    {
      try finish(origins, body)
    }
    together.append(push)
  }

  mutating func finish(_ origins: DeviceOrigins, _ body: (DeviceDelivery) -> Void) throws {
    if together.count > 1 {
      let ids = try together.map { try id(of: $0.message) }
      together = zip(ids, together).sorted { $0.0.precedesInBytes($1.0) }.map(\.1)
    }
    for push in together {
      let startsDevice = last.map { $0.app != push.app || $0.device != push.device } ?? true
      if startsDevice { last = (push.app, push.device) }
      let origin = origins[push.origin]
      body(
        DeviceDelivery(
          appKey: origin.appKey, startsDevice: startsDevice, message: push.message,
          appVersion: origin.appVersion, osVersion: origin.osVersion, networkType: origin.networkType,
          origin: Int(push.origin), sentAt: push.sentAt, ackedAt: push.ackedAt,
          ackLatency: push.ackLatency, isOpened: push.isOpened, isConfirmed: push.isConfirmed,
          furtherAcks: push.furtherAcks))
    }
    together.removeAll(keepingCapacity: true)
  }

  private func id(of message: Int64) throws -> String {
    messageID.bind(message, at: 1)
    defer { messageID.reset() }
    return try messageID.step() ? messageID.text(0) : ""
  }
}
