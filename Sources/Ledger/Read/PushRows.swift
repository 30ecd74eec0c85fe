import ReceiptModel
import SQLite

/// Reads the deliveries of one message on one device after another.
struct PushRows {
  private let deliveries: Statement
  private let repeats: Statement

  init(in database: Database) throws {
    let times = EventKind.timed.map { "d.base_ms + d.\($0.name)" }.joined(separator: ", ")
    deliveries = try database.prepare(
      """
      SELECT d.app_ref, a.app_key, c.platform, h.name, c.job_key, v.app_version, v.os_version, b.brand,
        n.network_type, coalesce(r.code, ''), coalesce(r.text, ''), \(Schema.isAckEligible),
        c.arrival_is_evidence, c.runs_extension, \(times)
      FROM delivery AS d JOIN app AS a ON a.ref = d.app_ref JOIN context AS c ON c.ref = d.context_ref
        JOIN channel AS h ON h.ref = c.channel_ref JOIN build AS b ON b.ref = d.build_ref
        JOIN version AS v ON v.ref = b.version_ref JOIN network AS n ON n.ref = d.network_ref
        LEFT JOIN reason AS r ON r.ref = coalesce(nullif(d.reason_ref, 0), (\(RollupDefinition.linkedReason("d"))))
      WHERE d.message_ref = ?1 AND d.device = ?2
      """)
    repeats = try database.prepare(
      """
      SELECT r.app_ref, r.kind, r.at_ms, coalesce(t.name, '') FROM repeat AS r
        LEFT JOIN raw_type AS t ON t.ref = r.raw_ref
      WHERE r.message_ref = ?1 AND r.device = ?2
      """)
  }

  /// Those under each AppKey, with all of their events by time.
  func read(_ key: DeliveryKey) throws -> [FoundDelivery] {
    var found = try readDeliveries(key)
    try addRepeats(key, to: &found)
    for place in found.indices { found[place].story.events.sort(by: Self.comesBefore) }
    return found
  }

  private func readDeliveries(_ key: DeliveryKey) throws -> [FoundDelivery] {
    key.bind(to: deliveries)
    defer { deliveries.reset() }
    var found: [FoundDelivery] = []
    while try deliveries.step() { found.append(Self.delivery(deliveries)) }
    return found
  }

  private static func delivery(_ row: Statement) -> FoundDelivery {
    var traits = DeliveryTraits()
    traits.platform = row.text(2)
    traits.channel = row.text(3)
    traits.jobKey = row.text(4)
    traits.appVersion = row.text(5)
    traits.osVersion = row.text(6)
    traits.brand = row.text(7)
    traits.networkType = row.text(8)
    traits.reasonCode = row.text(9)
    traits.reasonText = row.text(10)
    traits.isAckEligible = row.integer(11) != 0
    traits.arrivalIsEvidence = row.integer(12) != 0
    traits.runsExtension = row.integer(13) != 0
    let appKey = row.text(1)
    let events = EventKind.timed.enumerated().compactMap { place, kind in
      row.optionalInteger(14 + place).map {
        PushEvent(appKey: appKey, kind: kind, at: Instant(milliseconds: $0))
      }
    }
    return FoundDelivery(
      story: DeliveryStory(appKey: appKey, events: events, traits: traits), app: row.integer(0))
  }

  private func addRepeats(_ key: DeliveryKey, to found: inout [FoundDelivery]) throws {
    key.bind(to: repeats)
    defer { repeats.reset() }
    while try repeats.step() {
      guard let place = found.firstIndex(where: { $0.app == repeats.integer(0) }),
        let kind = EventKind(stored: repeats.integer(1))
      else { throw LedgerError.inconsistent("an event stands beside no delivery") }
      found[place].story.events.append(
        PushEvent(
          appKey: found[place].story.appKey, kind: kind, rawType: repeats.text(3),
          at: Instant(milliseconds: repeats.integer(2))))
    }
  }

  /// In the order of time; two events at one time by kind, AppKey and the log's own word.
  private static func comesBefore(_ one: PushEvent, _ other: PushEvent) -> Bool {
    if one.at != other.at { return one.at < other.at }
    if one.kind != other.kind { return one.kind.rawValue < other.kind.rawValue }
    return one.rawType.precedesInBytes(other.rawType)
  }
}

/// Whose rows are wanted.
struct DeliveryKey {
  var message: Int64
  var device: StoredDevice

  /// Binds both to the first two parameters.
  func bind(to statement: Statement) {
    statement.bind(message, at: 1)
    device.bind(to: statement, at: 2)
  }
}

/// A delivery with the references that its row holds.
struct FoundDelivery {
  var story: DeliveryStory
  var app: Int64
}
