/// One push to one device under one AppKey, with all that its events say.
package struct ReferenceDelivery: Sendable {
  package let appKey: String
  package let messageID: String
  /// Empty when the log names no device.
  package let deviceID: String
  /// The distinct times of each kind, rising.
  package let times: [String: [Int64]]
  /// By column of the `deliveries` view, with the whole reason under `reason`.
  package let attributes: [String: String]
  /// Whether the message's payloads keep the extension from running.
  var isUnackable = false
  /// Whether the message was acked over a channel that gives no receipts of extensions as a rule.
  var isAckedUnexpectedly = false

  /// - Parameter events: all events of one delivery; at least one.
  init(events: [ReferenceEvent]) {
    appKey = events[0].appKey
    messageID = events[0].messageID
    deviceID = events[0].deviceID
    times = Dictionary(grouping: events, by: \.kind).mapValues { Set($0.map(\.timeMilliseconds)).sorted() }
    var attributes: [String: String] = [:]
    for name in ReferenceEvent.attributeNames {
      let speakers = name == "reason" ? events.filter(\.isFailure) : events
      attributes[name] = Self.earliestValue(of: name, in: speakers)
    }
    self.attributes = attributes
  }

  /// The value of the earliest event that has one; of several at that time the smallest by bytes.
  static func earliestValue(of name: String, in events: [ReferenceEvent]) -> String? {
    let known = events.filter { !($0.attributes[name] ?? "").isEmpty }
    guard let earliest = known.map(\.timeMilliseconds).min() else { return nil }
    return known.filter { $0.timeMilliseconds == earliest }
      .compactMap { $0.attributes[name].map(ByteText.init) }.min()?.text
  }
}

extension ReferenceDelivery {
  package func first(_ kind: String) -> Int64? { times[kind]?.first }
  package func has(_ kind: String) -> Bool { first(kind) != nil }

  package var hasDevice: Bool { !deviceID.isEmpty }
  package var channel: String { attributes["channel"] ?? "" }
  package var platform: String { attributes["platform"] ?? "" }
  package var wasSent: Bool { has("sent") }

  /// The time that puts the delivery into a cohort day; `nil` when it is unmatched.
  package var cohortTime: Int64? { first("sent") ?? first("send_failed") ?? first("accepted") }

  /// Milliseconds from the latest `sent` that is not after the first event of `kind`, to that event.
  ///
  /// When every `sent` is later, it counts from the first one and is negative; `nil` without that kind or a `sent`.
  package func latency(to kind: String) -> Int64? {
    guard let time = first(kind), let sends = times["sent"], let firstSend = sends.first else { return nil }
    return time - (sends.last { $0 <= time } ?? firstSend)
  }

  private var runsExtension: Bool { platform.isOne(of: ["ios"]) || channel.isOne(of: ["apns"]) }

  package var isAckEligible: Bool {
    runsExtension && !isUnackable && (channelGivesReceipts || isAckedUnexpectedly)
  }

  /// Whether it was acked over a channel that gives no receipts of extensions as a rule.
  var hasUnexpectedAck: Bool { hasDevice && has("ext_ack") && runsExtension && !channelGivesReceipts }

  private var channelGivesReceipts: Bool {
    !channel.isOne(of: Self.platformsThatHandOn.union(Self.platformsToBeSetUp))
  }

  private static let platformsThatHandOn: Set = ["airship", "braze", "expo"]
  private static let platformsToBeSetUp: Set = [
    "getui", "onesignal", "pinpoint", "salesforce", "tencent-chat",
  ]

  /// Whether the channel can give a receipt for a push that nobody touches; an unknown channel can.
  package var isMeasurable: Bool {
    !channel.isOne(of: Self.platformsThatHandOn.union(Self.platformsToBeSetUp).union(["fcm", "gcm"]))
  }

  /// Evidence from the device itself other than a receipt of the extension.
  package var hasEvidenceBesideAck: Bool {
    let arrivalCounts =
      !platform.isOne(of: ["ios"])
      && !channel.isOne(of: Self.platformsThatHandOn.union(["apns", "fcm", "gcm"]))
    return has("displayed") || has("opened") || has("dismissed") || (has("arrived") && arrivalCounts)
  }

  package var isConfirmed: Bool { has("ext_ack") || hasEvidenceBesideAck }

  /// The reason in two parts: the first `#` ends the code when only digits stand before it, else all is text.
  package var reason: (code: String, text: String) {
    let whole = attributes["reason"] ?? ""
    guard let mark = whole.firstIndex(of: "#") else { return ("", whole) }
    let code = whole[..<mark]
    guard !code.isEmpty, code.utf8.allSatisfy({ (48...57).contains($0) }) else { return ("", whole) }
    return (String(code), String(whole[whole.index(after: mark)...]))
  }
}
