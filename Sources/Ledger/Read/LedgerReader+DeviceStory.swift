package import ReceiptModel
import SQLite

extension LedgerReader {
  /// What the ledger holds of a device.
  ///
  /// What began after as-of is left out. Deliveries that another log tells under a name of its own are told with the
  /// pushes that are meant.
  ///
  /// - Parameters:
  ///   - device: not empty.
  ///   - asOf: "now" for every judgement.
  ///   - settledUntil: deliveries sent up to here are settled.
  /// - Returns: `nil` when the ledger has nothing of the device.
  /// - Complexity: a seek for each message, or one pass over all deliveries where that is less; then the device's own
  ///   deliveries, at most `mostPushes` of them, the surroundings of the last ones, and sums by hour.
  package func deviceStory(of device: String, asOf: Instant, settledUntil: Instant) throws -> DeviceStory? {
    let stored = StoredDevice(device)
    let found = try messages(to: stored, begunBy: asOf, bySeeking: hasFewMessages)
    var story = DeviceStory(deviceID: device, older: max(0, found.count - Self.mostPushes))
    let rows = try PushRows(in: database)
    let names = try database.prepare("SELECT message_id FROM message WHERE ref = ?1")
    let joined = try joinedApps()
    var shown: [String: Int] = [:]
    for message in found.prefix(Self.mostPushes) {
      let key = DeliveryKey(message: message, device: stored)
      let isJoined = try joined(key)
      let deliveries = try rows.read(key).filter { !isJoined.contains($0.app) }.map(\.story)
      names.bind(message, at: 1)
      defer { names.reset() }
      guard !deliveries.isEmpty, try names.step() else { continue }
      var push = PushStory(messageID: names.text(0), deviceID: device, deliveries: deliveries)
      if deliveries.contains(where: { shown[$0.appKey, default: 0] < DeviceStory.shownPushes }) {
        push = try pushStory(of: push.messageID, on: device, settledUntil: settledUntil) ?? push
      }
      for delivery in deliveries { shown[delivery.appKey, default: 0] += 1 }
      story.pushes.append(push)
    }
    for (app, opens) in try appOpens(on: device, by: asOf) {
      story.apps[app, default: DeviceAppFacts()].opens = opens
    }
    guard !story.pushes.isEmpty || !story.apps.isEmpty else { return nil }
    story.pushes.reverse()
    story.latestToken = try latestToken(of: stored, by: asOf)
    try addSums(to: &story, asOf: asOf, settledUntil: settledUntil)
    return story
  }

  /// Whether the ledger has a delivery to a device, or an open of an app on it.
  package func holds(device: String) throws -> Bool {
    guard !device.isEmpty else { return false }
    return try !messages(to: StoredDevice(device), begunBy: .latest, bySeeking: hasFewMessages).isEmpty
      || !appOpens(on: device, by: .latest).isEmpty
  }

  /// The device that other logs call by an id; `nil` when all they tell under it is not joined to pushes of one device.
  package func device(calledBy id: String) throws -> String? {
    let rows = try database.prepare(
      """
      SELECT DISTINCT CASE typeof(target_device) WHEN 'blob' THEN lower(hex(target_device)) ELSE target_device END
      FROM link WHERE device = ?1 AND state = \(LinkState.joined.rawValue) LIMIT 2
      """)
    StoredDevice(id).bind(to: rows, at: 1)
    guard try rows.step() else { return nil }
    let device = rows.text(0)
    return try rows.step() ? nil : device
  }

  /// The newest of a device's pushes that are looked at.
  static let mostPushes = 10_000

  /// The messages with a delivery to a device, those first that began last.
  ///
  /// - Parameter seeks: whether to look for the device among each message's deliveries, and not at all deliveries.
  func messages(to device: StoredDevice, begunBy asOf: Instant, bySeeking seeks: Bool) throws -> [Int64] {
    let deliveries =
      seeks ? "message AS m CROSS JOIN delivery AS d ON d.message_ref = m.ref" : "delivery AS d"
    let rows = try database.prepare(
      """
      SELECT d.message_ref, min(d.base_ms) FROM \(deliveries) WHERE d.device = ?1 AND d.base_ms <= ?2 GROUP BY 1 ORDER BY 2 DESC, 1 DESC
      """)
    device.bind(to: rows, at: 1)
    rows.bind(asOf.milliseconds, at: 2)
    var messages: [Int64] = []
    while try rows.step() { messages.append(rows.integer(0)) }
    return messages
  }

  /// Whether messages have so many deliveries that it is quicker to seek the device among those of each.
  ///
  /// A seek takes about as long as reading eight deliveries.
  private var hasFewMessages: Bool {
    get throws {
      try database.integer(
        "SELECT (SELECT max(ref) FROM message) * 8 < (SELECT total(events) FROM event_sum)") == 1
    }
  }

  /// Gives the AppKeys of a key's deliveries that another log tells under a name of its own.
  private func joinedApps() throws -> (DeliveryKey) throws -> Set<Int64> {
    guard try database.integer("SELECT EXISTS (SELECT 1 FROM link)") == 1 else { return { _ in [] } }
    let rows = try database.prepare(
      """
      SELECT app_ref FROM link
      WHERE message_ref = ?1 AND device = ?2 AND state = \(LinkState.joined.rawValue)
      """)
    return { key in
      key.bind(to: rows)
      defer { rows.reset() }
      var apps: Set<Int64> = []
      while try rows.step() { apps.insert(rows.integer(0)) }
      return apps
    }
  }

  private func latestToken(of device: StoredDevice, by asOf: Instant) throws -> Instant? {
    // 0 stands for one that the map gives no time for.
    let rows = try database.prepare(
      "SELECT max(from_ms) FROM token WHERE device = ?1 AND from_ms BETWEEN 1 AND ?2")
    device.bind(to: rows, at: 1)
    rows.bind(asOf.milliseconds, at: 2)
    return try rows.step() ? rows.optionalInteger(0).map(Instant.init(milliseconds:)) : nil
  }

  /// Opens of apps on a device that name no push, by AppKey; a log may name the device by a token.
  private func appOpens(on device: String, by asOf: Instant) throws -> [String: AppOpens] {
    guard try database.integer("SELECT EXISTS (SELECT 1 FROM app_open)") == 1 else { return [:] }
    var names = [device]
    let tokens = try database.prepare("SELECT DISTINCT token FROM token WHERE device = ?1 ORDER BY 1")
    StoredDevice(device).bind(to: tokens, at: 1)
    while try tokens.step() { names.append(tokens.text(0)) }
    let rows = try database.prepare(
      """
      SELECT a.app_key, count(*), min(f.at_ms), max(f.at_ms) FROM app_open AS f JOIN app AS a ON a.ref = f.app_ref
      WHERE f.device = ?1 AND f.at_ms <= ?2 AND (\(PublicView.openedDevice)) = ?3 GROUP BY 1
      """)
    rows.bind(asOf.milliseconds, at: 2)
    StoredDevice(device).bind(to: rows, at: 3)
    var opens: [String: AppOpens] = [:]
    for name in names {
      StoredDevice(name).bind(to: rows, at: 1)
      defer { rows.reset() }
      while try rows.step() {
        let here = AppOpens(
          count: Int(rows.integer(1)), first: Instant(milliseconds: rows.integer(2)),
          last: Instant(milliseconds: rows.integer(3)))
        opens[rows.text(0)] = opens[rows.text(0)]?.adding(here) ?? here
      }
    }
    return opens
  }
}

extension AppOpens {
  fileprivate func adding(_ other: AppOpens) -> AppOpens {
    AppOpens(
      count: count + other.count, first: min(first, other.first), last: max(last, other.last))
  }
}
