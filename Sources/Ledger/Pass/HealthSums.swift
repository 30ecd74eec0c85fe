import ReceiptModel
import SQLite

/// What deliveries say of the log they come from: repeats, types that nobody knows, and answers to what nobody sent.
///
/// It keeps a number for each AppKey, kind and type.
final class HealthSums: DeliveryVisitor {
  let windows: [Range<Int64>]
  let ofOtherMessages = OtherMessages.unusual
  private let window: Range<Int64>
  private let loaded: LoadedHours
  /// Those that were asked for.
  private let appKeys: [Int64: String]
  private let names: Statement
  private let links: JoinedLinks
  private let typesWithoutDevice: Statement
  private var message: Int64 = 0
  private var repeats: [EventKind: Int] = [:]
  /// By reference of the type.
  private var unknown: [Int64: Int] = [:]
  /// By reference of the AppKey.
  private var unmatched: [Int64: Int] = [:]

  /// - Returns: `nil` for a scope without days.
  init?(_ scope: CohortScope, in reader: LedgerReader) throws {
    guard let window = scope.window else { return nil }
    self.window = window
    windows = [window]
    loaded = try LoadedHours(in: reader.database)
    appKeys = try reader.appKeys().filter { scope.includes($0.value) }
    names = try reader.database.prepare("SELECT ref, name FROM raw_type")
    links = try JoinedLinks(in: reader.database)
    typesWithoutDevice = try reader.database.prepare(
      """
      SELECT raw_ref, count(*) FROM counted_repeat
      WHERE message_ref = ?1 AND device = '' AND app_ref = ?2 AND kind = \(EventKind.other.rawValue)
        AND at_ms >= \(window.lowerBound) AND at_ms < \(window.upperBound) GROUP BY 1
      """)
  }

  func begin(_ message: PassedMessage) { self.message = message.ref }

  func visit(_ deliveries: Span<PassedDelivery>) throws {
    for place in deliveries.indices {
      let facts = deliveries[place].facts
      // Nearly all deliveries end here.
      guard facts.cohortTime == nil || facts.hasBesides || !facts.hasDevice, appKeys[facts.app] != nil else {
        continue
      }
      try add(deliveries[place])
    }
  }

  private func add(_ delivery: borrowing PassedDelivery) throws {
    let isUnmatched =
      delivery.facts.cohortTime == nil && delivery.facts.isCounted && window.contains(delivery.state.base)
    // What is joined to a delivery is matched, under another name.
    if isUnmatched, try !links.contains(delivery, of: message) { unmatched[delivery.app, default: 0] += 1 }
    // Without a device id nobody can tell a repeat from another device's event.
    if !delivery.facts.hasDevice { return try addTypes(of: delivery) }
    for event in delivery.state.repeats where isCounted(event) {
      if event.kind == .other {
        unknown[event.raw, default: 0] += 1
      } else {
        repeats[event.kind, default: 0] += 1
      }
    }
  }

  private func isCounted(_ event: RepeatedEvent) -> Bool {
    window.contains(event.time) && !loaded.contains(RollupKey.hour(of: event.time))
  }

  private func addTypes(of delivery: borrowing PassedDelivery) throws {
    typesWithoutDevice.bind(message, at: 1)
    typesWithoutDevice.bind(delivery.app, at: 2)
    defer { typesWithoutDevice.reset() }
    while try typesWithoutDevice.step() {
      unknown[typesWithoutDevice.integer(0), default: 0] += Int(typesWithoutDevice.integer(1))
    }
  }

  /// Adds what was counted, once the pass has run.
  func add(to health: inout Health) throws {
    health.repeats = EventKind.allCases.compactMap { kind in
      repeats[kind].map { RepeatedEvents(kind: kind, events: $0) }
    }
    health.unmatched = unmatched.map { Unmatched(appKey: appKeys[$0.key] ?? "", deliveries: $0.value) }
      .sorted { $0.appKey.precedesInBytes($1.appKey) }
    defer { names.reset() }
    while try names.step() {
      guard let events = unknown[names.integer(0)] else { continue }
      health.unknownTypes.append(UnknownType(name: names.text(1), events: events))
    }
    health.unknownTypes.sort {
      $0.events != $1.events ? $0.events > $1.events : $0.name.precedesInBytes($1.name)
    }
  }
}
