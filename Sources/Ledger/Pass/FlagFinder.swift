import ReceiptModel
import SQLite

/// Finds the flags of the deliveries that a pass reads: the fast twin of `definitions/flags.sql`.
///
/// It keeps nothing of them.
final class FlagFinder: DeliveryVisitor {
  let windows: [Range<Int64>]
  let ofOtherMessages = OtherMessages.unusual
  let appKeys: [Int64: String]
  private let window: Range<Int64>
  private let asOf: Int64
  private let settings: LedgerSettings
  private let loaded: LoadedHours
  /// AppKeys that are not configured and sent nothing.
  private let unknownApps: Set<Int64>
  /// Of the delivery before, as the next is mostly of the same AppKey.
  private var app: (ref: Int64, isUnknown: Bool) = (-1, false)
  private let links: JoinedLinks
  private let anySend: Statement
  private let take: (FoundFlag) throws -> Void
  private var message: PassedMessage?
  /// Whether the message was sent to any device; `nil` as long as it is not known.
  private var hasSends: Bool?

  /// - Parameter take: gets each flag that belongs to the window, whatever its AppKey.
  /// - Returns: `nil` for a scope without days.
  init?(_ scope: CohortScope, in reader: LedgerReader, _ take: @escaping (FoundFlag) throws -> Void) throws {
    guard let window = scope.window else { return nil }
    self.window = window
    windows = [window]
    asOf = scope.asOf
    self.take = take
    settings = try reader.settings()
    loaded = try LoadedHours(in: reader.database)
    appKeys = try reader.appKeys()
    let unknown = try reader.database.prepare(
      """
      SELECT a.ref FROM app AS a WHERE NOT a.is_configured AND NOT EXISTS
        (SELECT 1 FROM event_sum AS e WHERE e.app_ref = a.ref AND e.kind IN (0, 1, 2))
      """)
    var unknownApps: Set<Int64> = []
    while try unknown.step() { unknownApps.insert(unknown.integer(0)) }
    self.unknownApps = unknownApps
    links = try JoinedLinks(in: reader.database)
    anySend = try reader.database.prepare(
      "SELECT 1 FROM delivery WHERE message_ref = ?1 AND device <> '' AND sent IS NOT NULL LIMIT 1")
  }

  func begin(_ message: PassedMessage) {
    self.message = message
    hasSends = nil
  }

  func visit(_ deliveries: Span<PassedDelivery>) throws {
    for place in deliveries.indices {
      let facts = deliveries[place].facts
      if facts.app != app.ref { app = (facts.app, unknownApps.contains(facts.app)) }
      if facts.sentAt != nil, facts.hasDevice { hasSends = true }
      // Most have come and been acked in time.
      if app.isUnknown || facts.hasBesides || !isInOrder(facts) {
        try look(at: deliveries[place], place, of: deliveries)
      }
    }
  }

  /// Whether a delivery by itself has no flag: it was acked in time and only then opened, or nothing is expected of it.
  private func isInOrder(_ delivery: PassedFacts) -> Bool {
    guard delivery.hasDevice, delivery.sentAt != nil else { return !delivery.isUnsentAnswer }
    if delivery.isOpened { return false }
    guard let latency = delivery.ackLatency else { return !delivery.isAckEligible }
    return latency >= 0 && latency <= settings.ackTimeout && latency <= settings.ackBudget
  }

  private func look(
    at delivery: borrowing PassedDelivery, _ place: Int, of deliveries: Span<PassedDelivery>
  ) throws {
    if app.isUnknown { try lookForLink(of: delivery) }
    guard delivery.facts.hasDevice else { return }
    if delivery.facts.sentAt != nil {
      try lookAtReceipts(of: delivery)
    } else if delivery.facts.isUnsentAnswer {
      if let sender = deliveries.sender(of: place, appKeys) {
        let sentAt = deliveries[sender].state.time(.sent)
        try add(.mismatch, delivery, at: sentAt, sentAt: sentAt, .sender(deliveries[sender].app))
      } else if try isSent() {
        try add(.orphan, delivery, at: delivery.state.base, .word(delivery.answers))
      }
    }
    if delivery.state.hasBesides { try lookForRetries(of: delivery) }
  }

  /// - Parameters:
  ///   - moment: what puts the flag in a window.
  ///   - sentAt: the first send, when it is another delivery's.
  private func add(
    _ kind: FlagKind, _ delivery: borrowing PassedDelivery, at moment: Int64, sentAt: Int64? = nil,
    _ detail: FoundFlag.Detail
  ) throws {
    guard let message, window.contains(moment), !loaded.contains(RollupKey.hour(of: moment)) else { return }
    let own = delivery.state.has(.sent) ? delivery.state.time(.sent) : nil
    try take(
      FoundFlag(
        kind: kind, message: message.ref, device: delivery.device, app: delivery.app, sentAt: sentAt ?? own,
        detail: detail))
  }

  private func lookForLink(of delivery: borrowing PassedDelivery) throws {
    guard let message, try !links.contains(delivery, of: message.ref) else { return }
    try add(.unknownKey, delivery, at: delivery.state.cohortTime ?? delivery.state.base, .none)
  }

  private func isSent() throws -> Bool {
    if let hasSends { return hasSends }
    anySend.bind(message?.ref, at: 1)
    defer { anySend.reset() }
    let found = try anySend.step()
    hasSends = found
    return found
  }

  @inline(__always)
  private func lookAtReceipts(of delivery: borrowing PassedDelivery) throws {
    let sent = delivery.state.time(.sent)
    let latency = delivery.state.latency(of: .extAck)
    if delivery.traits.isAckEligible, sent <= asOf - settings.settle,
      latency.map({ $0 > settings.ackTimeout }) ?? true
    {
      let isConfirmed = delivery.state.isConfirmed(delivery.traits)
      try add(
        .timeout, delivery, at: sent, .word(latency != nil ? .late : isConfirmed ? .lost : .silent))
    }
    if let latency, latency > settings.ackBudget {
      try add(.overBudget, delivery, at: sent, .milliseconds(latency))
    }
    // An event that never came has the latest of times.
    let isAckedBefore = delivery.state.time(.extAck) < sent
    let isOpenedBefore = delivery.state.time(.opened) < sent
    if isAckedBefore || isOpenedBefore {
      try add(
        .clockSkew, delivery, at: sent,
        .word(!isOpenedBefore ? .ack : !isAckedBefore ? .opened : .both))
    }
  }

  private func lookForRetries(of delivery: borrowing PassedDelivery) throws {
    var acks = delivery.state.repeats.filter { $0.kind == .extAck }.map(\.time)
    guard !acks.isEmpty else { return }
    acks.insert(delivery.state.time(.extAck), at: 0)
    var gap = Int64.max
    // The last ack before each that is early enough.
    var before = -1
    for ack in acks {
      while before + 1 < acks.count, acks[before + 1] <= ack &- Self.retry.lowerBound { before += 1 }
      if before >= 0, ack &- acks[before] <= Self.retry.upperBound { gap = min(gap, ack &- acks[before]) }
    }
    guard gap < .max else { return }
    let moment = delivery.state.has(.sent) ? delivery.state.time(.sent) : delivery.state.base
    try add(.retried, delivery, at: moment, .milliseconds(gap))
  }

  /// How far apart two acks are of which the second is a retry, in milliseconds.
  private static let retry: ClosedRange<Int64> = 4_000...18_000
}

extension PassedDelivery {
  /// Which answers it has, of at least one.
  fileprivate var answers: FoundFlag.Word {
    !state.has(.opened) ? .ack : !state.has(.extAck) ? .opened : .both
  }
}
