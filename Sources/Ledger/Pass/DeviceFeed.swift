import ReceiptModel
import SQLite

/// Hands ordered pushes on; those that were sent to a device at the same moment in the order of their messages' ids,
/// which does not depend on what was imported first.
struct DeviceFeed {
  private let origins: DeviceOrigins
  private let unanswered: Set<UnansweredMessages.Name>
  private let messageID: Statement
  private var together: [OrderedPush] = []
  /// The first of the device whose push was handed on last.
  private var last: OrderedPush?

  /// - Parameter messageID: asks for the id of a message.
  init(_ origins: DeviceOrigins, unanswered: Set<UnansweredMessages.Name>, _ messageID: Statement) {
    self.origins = origins
    self.unanswered = unanswered
    self.messageID = messageID
  }

  mutating func add(_ push: OrderedPush, _ body: (DeviceDelivery) -> Void) throws {
    if let first = together.first, first != push { try finish(body) }
    together.append(push)
  }

  /// Hands on what was sent at the last moment.
  mutating func finish(_ body: (DeviceDelivery) -> Void) throws {
    if together.count > 1 {
      let ids = try together.map { try id(of: $0.push.message) }
      together = zip(ids, together).sorted { $0.0.precedesInBytes($1.0) }.map(\.1)
    }
    for push in together {
      let startsDevice = last.map { !$0.isOfDevice(of: push) } ?? true
      if startsDevice { last = push }
      body(delivery(push, startsDevice: startsDevice))
    }
    together.removeAll(keepingCapacity: true)
  }

  private func delivery(_ ordered: OrderedPush, startsDevice: Bool) -> DeviceDelivery {
    let push = ordered.push
    let origin = origins[push.origin]
    let latency = push.plainLatency
    return DeviceDelivery(
      appKey: origin.appKey, startsDevice: startsDevice, message: push.message, appVersion: origin.appVersion,
      osVersion: origin.osVersion, networkType: origin.networkType, origin: Int(push.origin),
      sentAt: push.sentAt, ackedAt: latency.map { push.sentAt &+ $0 } ?? ordered.rare.first,
      ackLatency: latency ?? ordered.rare.dropFirst().first, isOpened: push.isOpened,
      isConfirmed: push.isConfirmed, furtherAcks: Array(ordered.rare.dropFirst(2)),
      isOfUnackedMessage: isUnacked(push))
  }

  private func isUnacked(_ push: PackedPush) -> Bool {
    !unanswered.isEmpty
      && unanswered.contains(
        UnansweredMessages.Name(message: UInt32(truncatingIfNeeded: push.message), app: push.app))
  }

  private func id(of message: Int64) throws -> String {
    messageID.bind(message, at: 1)
    defer { messageID.reset() }
    return try messageID.step() ? messageID.text(0) : ""
  }
}
