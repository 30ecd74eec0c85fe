import ReceiptModel

@testable import Ledger

/// What links must be, computed by dictionaries and loops straight from their definition; slow and plain.
struct PlainLinks {
  struct Delivery: Hashable {
    var app: String
    var message: String
    var device: String
  }

  struct Link: Equatable {
    var state: LinkState
    var how: LinkReason
    var target: Delivery?
  }

  struct Event: Hashable {
    var delivery: Delivery
    var kind: EventKind
    var time: Int64
  }

  var links: [Delivery: Link] = [:]
  /// Events that joined deliveries give to those that are meant, whether these have them anyway or not.
  var given: Set<Event> = []

  init(_ events: [PlainEvent], _ notes: [Note], settings: LedgerSettings) {
    let aliases = Set(
      notes.compactMap { note -> AliasNote? in if case .alias(let alias) = note { alias } else { nil } })
    let tokens = Set(
      notes.compactMap { note -> TokenNote? in if case .token(let token) = note { token } else { nil } })
    let own = Dictionary(grouping: events) {
      Delivery(app: $0.app, message: $0.message, device: $0.device)
    }
    let byName = Dictionary(grouping: aliases) { $0.name }
    let byToken = Dictionary(grouping: tokens) { $0.token }
    let devices = Dictionary(grouping: own.keys) { $0.message }.mapValues { Set($0.map(\.device)) }
    func names(_ message: String) -> [AliasNote] {
      byName[message, default: []].filter { $0.message != message }
    }
    func exists(_ delivery: Delivery) -> Bool { own[delivery] != nil && names(delivery.message).isEmpty }
    for (delivery, told) in own {
      let meant = names(delivery.message)
      guard !meant.isEmpty else { continue }
      let first = told.map(\.time).min() ?? 0
      let mine = byToken[delivery.device, default: []].filter { $0.from <= first }
      let standing = Set(mine.filter { $0.from == mine.map(\.from).max() }.map(\.device))
      let alone = devices[delivery.message]?.count == 1
      links[delivery] = Self.judge(delivery, meant, standing, isAlone: alone, exists: exists)
      guard let target = links[delivery]?.target else { continue }
      for event in told where LinkDefinition.kinds.contains(event.kind) {
        let isProof =
          Self.arrivalIsEvidence(told, settings) && Self.arrivalIsEvidence(own[target] ?? [], settings)
        guard event.kind != .arrived || isProof else { continue }
        given.insert(Event(delivery: target, kind: event.kind, time: event.time))
      }
    }
  }

  private static func judge(
    _ delivery: Delivery, _ meant: [AliasNote], _ standing: Set<String>, isAlone: Bool,
    exists: (Delivery) -> Bool
  ) -> Link {
    if Set(meant.map(\.message)).count > LinkDefinition.messageLimit {
      return Link(state: .ambiguous, how: .nameOfManyMessages)
    }
    func targets(on device: String) -> Set<Delivery> {
      Set(
        meant.filter { $0.device == device || $0.device.isEmpty }
          .map { Delivery(app: $0.app, message: $0.message, device: device) })
    }
    let byDevice = delivery.device.isEmpty ? [] : targets(on: delivery.device)
    let byToken = standing.reduce(into: Set<Delivery>()) { $0.formUnion(targets(on: $1)) }
    let there = byDevice.union(byToken).filter(exists)
    if there.count > 1 { return Link(state: .ambiguous, how: .severalDeliveries) }
    if byDevice.filter(exists).isEmpty, standing.count > 1 {
      return Link(state: .ambiguous, how: .tokenOfSeveralDevices)
    }
    if let target = there.first {
      return Link(state: .joined, how: byDevice.contains(target) ? .device : .token, target: target)
    }
    let devices = standing.union(delivery.device.isEmpty ? [] : [delivery.device])
    if meant.contains(where: { !$0.device.isEmpty && devices.contains($0.device) }) {
      return Link(state: .unknown, how: .noDelivery)
    }
    if !standing.isEmpty { return Link(state: .unknown, how: .otherDevice) }
    let only = Set(meant.map { Delivery(app: $0.app, message: $0.message, device: $0.device) })
    guard let one = only.first, only.count == 1, !one.device.isEmpty, isAlone else {
      return Link(state: .unknown, how: .unknownDevice)
    }
    return exists(one)
      ? Link(state: .joined, how: .onlyDelivery, target: one) : Link(state: .unknown, how: .noDelivery)
  }

  /// What the earliest events with a platform and a channel say; of two at one time the smaller bytes.
  private static func arrivalIsEvidence(_ events: [PlainEvent], _ settings: LedgerSettings) -> Bool {
    func value(_ attribute: Attribute) -> String {
      events.compactMap { event -> (Int64, String)? in
        guard let value = event.attributes[attribute], !value.isEmpty else { return nil }
        return (event.time, value)
      }
      .min { $0.0 != $1.0 ? $0.0 < $1.0 : $0.1.utf8.lexicographicallyPrecedes($1.1.utf8) }?.1 ?? ""
    }
    return settings.arrivalIsEvidence(platform: value(.platform), channel: value(.channel))
  }
}
