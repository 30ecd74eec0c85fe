package import ReceiptModel
import SQLite

extension LedgerReader {
  /// What the ledger holds of a message under each AppKey, by the AppKeys' bytes; empty when it has no event of it.
  ///
  /// - Complexity: a few passes over the deliveries of the message, and the sums of the days around.
  package func messageStories(of message: String, settledUntil: Instant) throws -> [MessageStory] {
    guard let reference = try reference(of: message) else { return [] }
    var stories = try overview(of: message, reference, settledUntil: settledUntil)
    let filter = RollupDefinition.Scope(
      facts: "delivery_fact",
      filter: "AND f.message_ref = \(reference) AND f.cohort_at <= \(settledUntil.milliseconds)")
    try addDeliveries(of: reference, settledUntil: settledUntil.milliseconds, to: &stories)
    for (app, cells) in try messageFailures(filter) { stories[app]?.failures = cells }
    try addEventsWithoutDevice(reference, to: &stories)
    for (key, payload) in try payloadStories(of: "\(reference)") { stories[key.app]?.payload = payload }
    for (app, sends) in try extensionSends(of: reference, settledUntil: settledUntil) {
      stories[app]?.extensionSends = sends
    }
    for (app, story) in stories {
      guard let first = story.firstSent, let last = story.lastSent else { continue }
      stories[app]?.around = try messageSurroundings(story.appKey, first...last, settledUntil: settledUntil)
    }
    let ordered = stories.values.sorted { $0.appKey.precedesInBytes($1.appKey) }
    return try externalFacts(message: message).dealt(to: ordered, of: message)
  }

  /// A story for each AppKey with events of the message, by the AppKey's reference.
  private func overview(
    of message: String, _ reference: Int64, settledUntil: Instant
  ) throws -> [Int64: MessageStory] {
    let isJoined = """
      EXISTS (SELECT 1 FROM link AS l WHERE l.message_ref = d.message_ref AND l.device = d.device
        AND l.app_ref = d.app_ref AND l.state = \(LinkState.joined.rawValue))
      """
    let rows = try database.prepare(
      """
      SELECT d.app_ref, a.app_key, sum(d.device <> ''),
        min(iif(d.device <> '', d.base_ms + d.sent, NULL)), max(iif(d.device <> '', d.base_ms + d.sent, NULL)),
        sum(d.device <> '' AND coalesce(d.sent, d.send_failed, d.accepted) IS NULL AND NOT \(isJoined)),
        sum(d.device <> '' AND coalesce(d.base_ms + coalesce(d.sent, d.send_failed, d.accepted) > ?2, 0)),
        sum(\(isJoined)),
        min(iif(d.device <> '', d.base_ms + coalesce(d.sent, d.send_failed, d.accepted), NULL)),
        max(iif(d.device <> '', d.base_ms + coalesce(d.sent, d.send_failed, d.accepted), NULL))
      FROM delivery AS d JOIN app AS a ON a.ref = d.app_ref WHERE d.message_ref = ?1 GROUP BY 1
      """)
    rows.bind(reference, at: 1)
    rows.bind(settledUntil.milliseconds, at: 2)
    var stories: [Int64: MessageStory] = [:]
    while try rows.step() {
      var story = MessageStory(messageID: message, appKey: rows.text(1))
      story.deliveries = Int(rows.integer(2))
      story.firstSent = rows.optionalInteger(3).map(Instant.init(milliseconds:))
      story.lastSent = rows.optionalInteger(4).map(Instant.init(milliseconds:))
      story.unmatched = Int(rows.integer(5))
      story.unsettled = Int(rows.integer(6))
      story.joined = Int(rows.integer(7))
      if let first = rows.optionalInteger(8), let last = rows.optionalInteger(9) {
        story.tried = Instant(milliseconds: first)...Instant(milliseconds: last)
      }
      stories[rows.integer(0)] = story
    }
    return stories
  }

  /// Counts the settled deliveries of a message, by where they come from, and how long their acks took.
  private func addDeliveries(
    of message: Int64, settledUntil: Int64, to stories: inout [Int64: MessageStory]
  ) throws {
    var rows = try PassReader(self)
    // Parts by operator and by network of clients would be as many as there are devices.
    var origins = try DeviceOrigins(in: self)
    var parts: [(app: Int64, counts: Counts)] = []
    try rows.read(message) { deliveries in
      for place in deliveries.indices {
        let delivery = deliveries[place].facts
        guard delivery.hasDevice, let cohort = delivery.cohortTime, cohort <= settledUntil else { continue }
        let origin = Int(try origins.number(of: delivery))
        if origin == parts.count { parts.append((delivery.app, Counts())) }
        parts[origin].counts.add(delivery.counts, times: 1)
        if let latency = delivery.ackLatency {
          stories[delivery.app]?.latencies.add(bucket: LatencyBucket.bucket(of: latency))
        }
      }
    }
    for (number, part) in parts.enumerated() {
      let origin = origins[UInt32(number)]
      stories[part.app]?.parts.append(
        MessagePart(
          appVersion: origin.appVersion, osVersion: origin.osVersion, networkType: origin.networkType,
          counts: part.counts))
    }
  }

  /// Why sends and arrivals failed, by the AppKey's reference; `day` is 0 for all.
  func messageFailures(_ scope: RollupDefinition.Scope) throws -> [Int64: [FailureCell]] {
    let apps = try pairs("SELECT ref, app_key, '' FROM app")
    let reasons = try pairs("SELECT ref, code, text FROM reason")
    let channels = try pairs("SELECT ref, name, '' FROM channel")
    let rows = try database.prepare(RollupDefinition.failureHours(scope))
    var failures: [Int64: [FailureCell]] = [:]
    while try rows.step() {
      let app = rows.integer(1)
      let reason = reasons[rows.integer(4)] ?? ("", "")
      let cell = FailureCell(
        day: 0, appKey: apps[app]?.0 ?? "", channel: channels[rows.integer(2)]?.0 ?? "",
        kind: EventKind(stored: rows.integer(3))?.name ?? "",
        reasonCode: reason.0, reasonText: reason.1, count: Int(rows.integer(5)))
      // One row for each hour of sending, and one cell for all.
      if let place = failures[app]?.firstIndex(where: {
        ($0.channel, $0.kind, $0.reasonCode, $0.reasonText)
          == (cell.channel, cell.kind, cell.reasonCode, cell.reasonText)
      }) {
        failures[app]?[place].count += cell.count
      } else {
        failures[app, default: []].append(cell)
      }
    }
    return failures
  }

  private func addEventsWithoutDevice(_ message: Int64, to stories: inout [Int64: MessageStory]) throws {
    let firsts = EventKind.timed.map {
      "SELECT app_ref, \($0.rawValue) AS kind FROM delivery WHERE message_ref = ?1 AND device = '' AND \($0.name) IS NOT NULL"
    }
    let rows = try database.prepare(
      """
      SELECT app_ref, kind, count(*) FROM (\(firsts.joined(separator: " UNION ALL "))
        UNION ALL SELECT app_ref, kind FROM repeat WHERE message_ref = ?1 AND device = '') GROUP BY 1, 2
      """)
    rows.bind(message, at: 1)
    while try rows.step() {
      guard let kind = EventKind(stored: rows.integer(1)) else { continue }
      stories[rows.integer(0)]?.eventsWithoutDevice[kind] = Int(rows.integer(2))
    }
  }

  private func messageSurroundings(
    _ appKey: String, _ sends: ClosedRange<Instant>, settledUntil: Instant
  ) throws -> MessageSurroundings? {
    guard let scope = try around(appKey, sends, settledUntil: settledUntil), let window = scope.window else {
      return nil
    }
    let cells = try channelCells(scope)
    return MessageSurroundings(
      from: Instant(milliseconds: window.lowerBound), to: Instant(milliseconds: window.upperBound),
      counts: cells.reduce(into: Counts()) { $0.add($1.counts) },
      latencies: cells.reduce(into: LatencyHistogram()) { $0.add($1.latencies) },
      builds: try acks(ofBuildsIn: scope))
  }

  private func pairs(_ sql: String) throws -> [Int64: (String, String)] {
    let rows = try database.prepare(sql)
    var pairs: [Int64: (String, String)] = [:]
    while try rows.step() { pairs[rows.integer(0)] = (rows.text(1), rows.text(2)) }
    return pairs
  }
}
