import ReceiptModel
import SQLite

/// How many deliveries have each flag: the fast twin of counting what `definitions/flags.sql` lists.
///
/// It keeps a number for each flag, AppKey and detail, and of the message that is read how many receipts have no send.
final class FlagSums: DeliveryVisitor {
  let windows: [Range<Int64>]
  let looksAtEvents = true
  private let window: Range<Int64>
  private let scope: CohortScope
  private let settings: LedgerSettings
  private let reader: LedgerReader
  private let loaded: LoadedHours
  private let appKeys: [Int64: String]
  /// AppKeys that are not configured and sent nothing.
  private let unknownApps: Set<Int64>
  private let links: Statement
  private var sums: [Key: Int] = [:]
  private var message: Int64 = 0
  private var hasSends = false
  /// Receipts of the message, by AppKey, which are orphans if it was sent to other devices.
  private var orphans: [Int64: Int] = [:]

  private struct Key: Hashable {
    var flag: String
    var app: Int64
    var detail: String
  }

  /// - Returns: `nil` for a scope without days.
  /// - Throws: as `LedgerReader.hourPlan`.
  init?(_ scope: CohortScope, in reader: LedgerReader) throws {
    guard let window = scope.window else { return nil }
    _ = try reader.hourPlan(scope)
    self.window = window
    windows = [window]
    self.scope = scope
    self.reader = reader
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
    links = try reader.database.prepare(
      """
      SELECT 1 FROM link WHERE message_ref = ?1 AND device = ?2 AND app_ref = ?3
        AND state = \(LinkState.joined.rawValue)
      """)
  }

  func begin(_ message: PassedMessage) {
    self.message = message.ref
    hasSends = false
    orphans.removeAll(keepingCapacity: true)
  }

  func visit(_ deliveries: Span<PassedDelivery>) throws {
    for place in deliveries.indices { try add(deliveries[place], at: place, of: deliveries) }
  }

  private func add(_ delivery: PassedDelivery, at place: Int, of deliveries: Span<PassedDelivery>) throws {
    if unknownApps.contains(delivery.app) { try addUnknown(delivery) }
    guard !delivery.device.isEmpty else { return }
    if delivery.state.has(.sent) {
      hasSends = true
      addLate(delivery)
    } else if delivery.isUnsentAnswer {
      addUnsent(delivery, sender: sender(at: place, of: deliveries))
    }
    if delivery.state.hasBesides { addRetried(delivery) }
  }

  /// The AppKey that sent the push to the device of a delivery; of several the first by its bytes.
  private func sender(at place: Int, of deliveries: Span<PassedDelivery>) -> (app: String, sentAt: Int64)? {
    var first = place
    while !deliveries[first].startsDevice { first -= 1 }
    var sender: (app: String, sentAt: Int64)?
    for other in first..<deliveries.count {
      if other > first, deliveries[other].startsDevice { break }
      guard deliveries[other].state.has(.sent) else { continue }
      let app = appKeys[deliveries[other].app] ?? ""
      if sender.map({ app.precedesInBytes($0.app) }) ?? true {
        sender = (app, deliveries[other].state.time(.sent))
      }
    }
    return sender
  }

  func end() {
    guard hasSends else { return }
    for (app, count) in orphans { sums[Key(flag: "orphan_ack", app: app, detail: ""), default: 0] += count }
  }

  /// The numbers, once the pass has run, with those of hours of which only sums are there.
  func counts() throws -> [FlagCount] {
    var named: [CohortKey: Int] = [:]
    for (key, count) in sums {
      guard let appKey = appKeys[key.app] else { continue }
      named[CohortKey(day: 0, appKey: key.flag, parts: [appKey, key.detail])] = count
    }
    let rows = try reader.database.prepare(
      PublicView.summedFlagsQuery(in: window, settledUntil: scope.settledUntil))
    while try rows.step() {
      let key = CohortKey(day: 0, appKey: rows.text(0), parts: [rows.text(1), rows.text(2)])
      named[key, default: 0] += Int(rows.integer(3))
    }
    return named.filter { scope.includes($0.key.parts[0]) }.sorted { $0.key < $1.key }.map {
      FlagCount(flag: $0.key.appKey, appKey: $0.key.parts[0], detail: $0.key.parts[1], count: $0.value)
    }
  }
}

extension FlagSums {
  private func add(_ flag: String, _ delivery: PassedDelivery, at moment: Int64, detail: String = "") {
    guard isInScope(moment) else { return }
    sums[Key(flag: flag, app: delivery.app, detail: detail), default: 0] += 1
  }

  /// Whether a flag of this moment is one of the window, and of the log that is counted.
  private func isInScope(_ moment: Int64) -> Bool {
    window.contains(moment) && !loaded.contains(RollupKey.hour(of: moment))
  }

  private func addUnknown(_ delivery: PassedDelivery) throws {
    links.bind(message, at: 1)
    delivery.device.bind(to: links, at: 2)
    links.bind(delivery.app, at: 3)
    defer { links.reset() }
    guard try !links.step() else { return }
    add("app_key_unknown", delivery, at: delivery.state.cohortTime ?? delivery.state.base)
  }

  private func addUnsent(_ delivery: PassedDelivery, sender: (app: String, sentAt: Int64)?) {
    if let sender {
      add("app_key_mismatch", delivery, at: sender.sentAt, detail: sender.app)
    } else if isInScope(delivery.state.base) {
      orphans[delivery.app, default: 0] += 1
    }
  }

  /// Adds what a delivery that was sent may have.
  private func addLate(_ delivery: PassedDelivery) {
    let state = delivery.state
    let sent = state.time(.sent)
    guard isInScope(sent) else { return }
    let latency = state.latency(of: .extAck)
    if delivery.traits.isAckEligible, sent + settings.settle <= scope.asOf,
      latency.map({ $0 > settings.ackTimeout }) ?? true
    {
      let isConfirmed = state.isConfirmed(delivery.traits)
      let detail = latency != nil ? "late" : isConfirmed ? "lost" : "silent"
      add("ack_timeout", delivery, at: sent, detail: detail)
    }
    if let latency, latency > settings.ackBudget { add("ack_over_budget", delivery, at: sent) }
    // An event that never came has the latest of times.
    if state.time(.extAck) < sent || state.time(.opened) < sent { add("clock_skew", delivery, at: sent) }
  }

  private func addRetried(_ delivery: PassedDelivery) {
    let state = delivery.state
    var acks = state.repeats.filter { $0.kind == .extAck }.map(\.time)
    guard !acks.isEmpty else { return }
    acks.insert(state.time(.extAck), at: 0)
    var early = 0
    let isRetried = acks.contains { ack in
      while ack - acks[early] > 18_000 { early += 1 }
      return ack - acks[early] >= 4_000
    }
    let moment = state.has(.sent) ? state.time(.sent) : state.base
    if isRetried { add("ack_retried", delivery, at: moment) }
  }
}
