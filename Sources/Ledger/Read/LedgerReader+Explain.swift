package import ReceiptModel
import SQLite

extension LedgerReader {
  /// Everything about one message on one device.
  ///
  /// - Parameters:
  ///   - device: not empty, since events without a device may be of any number of deliveries.
  ///   - settledUntil: deliveries sent up to here are settled.
  /// - Returns: `nil` when the ledger has no event of the message on the device.
  /// - Complexity: some index seeks; for each AppKey that sent it also one pass over the sums of some days, at most
  ///   20,000 deliveries of the message, and a seek for each of at most 20,000 messages around.
  package func pushStory(of message: String, on device: String, settledUntil: Instant) throws -> PushStory? {
    guard let reference = try reference(of: message) else { return nil }
    let key = DeliveryKey(message: reference, device: StoredDevice(device))
    var rows = try deliveries(key)
    let steps = try extensionSteps(key)
    guard !rows.isEmpty || !steps.isEmpty else { return nil }
    try addRepeats(key, to: &rows)
    let payloads = try payloadStories(of: "\(reference)")
    try addTellers(key, to: &rows)
    for place in rows.indices {
      let noted = NotedMessage(message: reference, app: rows[place].app)
      if let payload = payloads[noted] { rows[place].story.traits.payload = payload }
      rows[place].story.events.sort(by: Self.comesBefore)
      let sends = rows[place].story.events.filter { $0.kind == .sent }.map(\.at)
      guard let first = sends.first, let last = sends.last else { continue }
      rows[place].story.surroundings = try surroundings(
        of: rows[place], key, sends: first...last, settledUntil: settledUntil)
    }
    for (app, steps) in steps {
      let place = rows.firstIndex { $0.story.appKey.hasSameBytes(as: app) }
      // A run may be all that is known of a delivery.
      if place == nil { rows.append(FoundDelivery(story: DeliveryStory(appKey: app, events: []), app: -1)) }
      rows[place ?? rows.count - 1].story.runs = ExtensionExecution.all(of: steps)
    }
    return PushStory(
      messageID: message, deviceID: device,
      deliveries: rows.map(\.story).sorted { $0.appKey.precedesInBytes($1.appKey) },
      isSentToOthers: try isSentToOthers(key))
  }

  /// Every AppKey that a log or the configuration names.
  package func knownAppKeys() throws -> [String] {
    let rows = try database.prepare("SELECT app_key FROM app ORDER BY app_key")
    var keys: [String] = []
    while try rows.step() { keys.append(rows.text(0)) }
    return keys
  }

  /// Whether the ledger has any event of a message.
  package func holds(message: String) throws -> Bool { try reference(of: message) != nil }

  /// The number under which rows name a message.
  func reference(of message: String) throws -> Int64? {
    let find = try database.prepare("SELECT ref FROM message WHERE message_id = ?1")
    find.bind(message, at: 1)
    return try find.step() ? find.integer(0) : nil
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

extension LedgerReader {
  private func deliveries(_ key: DeliveryKey) throws -> [FoundDelivery] {
    let times = EventKind.timed.map { "d.base_ms + d.\($0.name)" }.joined(separator: ", ")
    let rows = try database.prepare(
      """
      SELECT d.app_ref, a.app_key, c.platform, h.name, c.job_key, v.app_version, v.os_version, n.network_type,
        coalesce(r.code, ''), coalesce(r.text, ''), \(Schema.isAckEligible), c.arrival_is_evidence,
        c.runs_extension, \(times)
      FROM delivery AS d JOIN app AS a ON a.ref = d.app_ref JOIN context AS c ON c.ref = d.context_ref
        JOIN channel AS h ON h.ref = c.channel_ref JOIN build AS b ON b.ref = d.build_ref
        JOIN version AS v ON v.ref = b.version_ref JOIN network AS n ON n.ref = d.network_ref
        LEFT JOIN reason AS r ON r.ref = coalesce(nullif(d.reason_ref, 0), (\(RollupDefinition.linkedReason("d"))))
      WHERE d.message_ref = ?1 AND d.device = ?2
      """)
    key.bind(to: rows)
    var found: [FoundDelivery] = []
    while try rows.step() {
      var traits = DeliveryTraits()
      traits.platform = rows.text(2)
      traits.channel = rows.text(3)
      traits.jobKey = rows.text(4)
      traits.appVersion = rows.text(5)
      traits.osVersion = rows.text(6)
      traits.networkType = rows.text(7)
      traits.reasonCode = rows.text(8)
      traits.reasonText = rows.text(9)
      traits.isAckEligible = rows.integer(10) != 0
      traits.arrivalIsEvidence = rows.integer(11) != 0
      traits.runsExtension = rows.integer(12) != 0
      let events = EventKind.timed.enumerated().compactMap { place, kind in
        rows.optionalInteger(13 + place).map {
          PushEvent(appKey: rows.text(1), kind: kind, at: Instant(milliseconds: $0))
        }
      }
      found.append(
        FoundDelivery(
          story: DeliveryStory(appKey: rows.text(1), events: events, traits: traits), app: rows.integer(0)))
    }
    return found
  }

  private func addRepeats(_ key: DeliveryKey, to found: inout [FoundDelivery]) throws {
    let rows = try database.prepare(
      """
      SELECT r.app_ref, r.kind, r.at_ms, coalesce(t.name, '') FROM repeat AS r
        LEFT JOIN raw_type AS t ON t.ref = r.raw_ref
      WHERE r.message_ref = ?1 AND r.device = ?2
      """)
    key.bind(to: rows)
    while try rows.step() {
      guard let place = found.firstIndex(where: { $0.app == rows.integer(0) }),
        let kind = UInt8(exactly: rows.integer(1)).flatMap(EventKind.init(rawValue:))
      else { throw LedgerError.inconsistent("an event stands beside no delivery") }
      found[place].story.events.append(
        PushEvent(
          appKey: found[place].story.appKey, kind: kind, rawType: rows.text(3),
          at: Instant(milliseconds: rows.integer(2))))
    }
  }

  private func isSentToOthers(_ key: DeliveryKey) throws -> Bool {
    // The first send that is found ends the search. Only a message that nobody sent has every row looked at, up to this
    // number.
    let rows = try database.prepare(
      """
      SELECT 1 FROM (SELECT sent, device FROM delivery WHERE message_ref = ?1 LIMIT 20000)
      WHERE sent IS NOT NULL AND device <> ?2 AND device <> '' LIMIT 1
      """)
    key.bind(to: rows)
    return try rows.step()
  }
}
