import ReceiptModel

/// The numbers of a log counted naively from its records, straight from the definitions: dictionaries and sets, and
/// nothing taken over from the simulator.
struct Recount {
  struct Delivery: Hashable {
    var appKey: String
    var messageID: String
    var deviceID: String
  }

  struct Event: Hashable {
    var delivery: Delivery
    var kind: EventKind
    var rawType: String
    var time: Int64
  }

  struct Cell: Hashable {
    var day: Int64
    var appKey: String
    var channel: String
  }

  let lines: Int
  /// Lines without an AppKey, which nothing can be made of.
  private(set) var brokenLines = 0
  let events: Set<Event>
  private(set) var deliveries: [Delivery: [Event]] = [:]
  private(set) var cells: [Cell: [String: Int]] = [:]
  private(set) var unmatched = 0

  static let kinds: [String: EventKind] = [
    "sent": .sent, "sent_fail": .sendFailed, "arrive": .arrived, "arrive_fail": .arriveFailed,
    "ext_ack": .extAck,
    "open": .opened, "click": .opened, "delete": .dismissed, "dismiss": .dismissed,
  ]

  init(_ records: [[String: String]]) {
    lines = records.count
    var events: Set<Event> = []
    var channels: [Delivery: String] = [:]
    var platforms: [Delivery: String] = [:]
    for record in records {
      if record["app_key"] ?? "" == "" {
        brokenLines += 1
        continue
      }
      let delivery = Delivery(
        appKey: record["app_key"] ?? "", messageID: record["message_id"] ?? "",
        deviceID: record["device_id"] ?? "")
      let raw = record["event_type"] ?? ""
      let kind = Self.kinds[raw] ?? .other
      let time = Int64(record["event_time"] ?? "") ?? -1
      events.insert(Event(delivery: delivery, kind: kind, rawType: kind == .other ? raw : "", time: time))
      channels[delivery] = record["event_channel"]
      platforms[delivery] = record["device_type"]
    }
    self.events = events
    deliveries = Dictionary(grouping: events, by: \.delivery)
    // The AppKeys under which each (message, device) was acked.
    var ackKeys: [[String]: Set<String>] = [:]
    for event in events where event.kind == .extAck {
      ackKeys[[event.delivery.messageID, event.delivery.deviceID], default: []].insert(event.delivery.appKey)
    }
    for (delivery, events) in deliveries {
      count(
        delivery, events, channel: channels[delivery] ?? "", isIOS: platforms[delivery] == "iOS",
        ackKeys: ackKeys[[delivery.messageID, delivery.deviceID]] ?? [])
    }
  }

  private mutating func count(
    _ delivery: Delivery, _ events: [Event], channel: String, isIOS: Bool, ackKeys: Set<String>
  ) {
    func has(_ kind: EventKind) -> Bool { events.contains { $0.kind == kind } }
    func first(_ kind: EventKind) -> Int64? { events.filter { $0.kind == kind }.map(\.time).min() }
    guard let cohort = first(.sent) ?? first(.sendFailed) else {
      unmatched += 1
      return
    }
    let cell = Cell(day: cohort / 86_400_000, appKey: delivery.appKey, channel: channel)
    func add(_ name: String, _ holds: Bool) { cells[cell, default: [:]][name, default: 0] += holds ? 1 : 0 }
    let isSent = has(.sent)
    let isEvidence = !isIOS && !["apns", "fcm", "gcm"].contains(channel)
    let isConfirmed = has(.extAck) || has(.opened) || has(.dismissed) || (has(.arrived) && isEvidence)
    let isMismatch = ackKeys.contains { $0 != delivery.appKey }
    add("sent", isSent)
    add("send_failed", !isSent)
    add("arrived", isSent && has(.arrived))
    add("ack_eligible", isSent && isIOS)
    add("acked", isSent && has(.extAck))
    add("opened", isSent && has(.opened))
    add("dismissed", isSent && has(.dismissed))
    add("confirmed", isSent && isConfirmed)
    add("opened_unacked", isSent && isIOS && has(.opened) && !has(.extAck))
    add("app_key_mismatch", isSent && isMismatch)
  }
}
