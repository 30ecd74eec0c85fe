package import ReceiptModel
import SQLite

extension LedgerReader {
  /// Everything about one message on one device.
  ///
  /// - Parameters:
  ///   - device: not empty, since events without a device may be of any number of deliveries.
  ///   - settledUntil: deliveries sent up to here are settled.
  /// - Returns: `nil` when the ledger has no event of the message on the device.
  /// - Complexity: some index seeks; for each AppKey that sent it also one pass over the sums of some days, twice at
  ///   most 20,000 deliveries of the message, and a seek for each of at most 20,000 messages around.
  package func pushStory(of message: String, on device: String, settledUntil: Instant) throws -> PushStory? {
    guard let reference = try reference(of: message) else { return nil }
    let key = DeliveryKey(message: reference, device: StoredDevice(device))
    var rows = try PushRows(in: database).read(key)
    let steps = try extensionSteps(key)
    guard !rows.isEmpty || !steps.isEmpty else { return nil }
    let payloads = try payloadStories(of: "\(reference)")
    try addTellers(key, to: &rows)
    let failures = try messageFailures(of: reference, settledUntil: settledUntil)
    for place in rows.indices {
      rows[place].story.messageFailures = failures[rows[place].app] ?? []
      let noted = NotedMessage(message: reference, app: rows[place].app)
      if let payload = payloads[noted] { rows[place].story.traits.payload = payload }
      let sends = rows[place].story.events.filter { $0.kind == .sent }.map(\.at)
      // An ack says what became of it, whatever stands around.
      guard let first = sends.first, let last = sends.last,
        !rows[place].story.events.contains(where: { $0.kind == .extAck })
      else { continue }
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
}

extension LedgerReader {
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
