/// One event of a log, in the words of the public contract.
package struct ReferenceEvent: Sendable {
  package var appKey: String
  package var messageID: String
  /// Empty when the log names no device.
  package var deviceID: String
  /// One of `kinds`.
  package var kind: String
  /// The type as the log wrote it; for kind `other` only.
  package var rawType: String?
  /// Milliseconds since 1970, UTC.
  package var timeMilliseconds: Int64
  /// What the line says about the delivery, by column of the `deliveries` view.
  ///
  /// The reason is whole, under `reason`; values that were empty are absent.
  package var attributes: [String: String]

  package init(
    appKey: String, messageID: String, deviceID: String, kind: String, rawType: String? = nil,
    timeMilliseconds: Int64, attributes: [String: String] = [:]
  ) {
    self.appKey = appKey
    self.messageID = messageID
    self.deviceID = deviceID
    self.kind = kind
    self.rawType = rawType
    self.timeMilliseconds = timeMilliseconds
    self.attributes = attributes
  }

  /// The canonical kinds, in the contract's order.
  package static let kinds = [
    "accepted", "sent", "send_failed", "arrived", "arrive_failed", "ext_ack", "displayed", "opened",
    "dismissed",
    "dropped", "expired", "other",
  ]

  /// Attributes of a delivery, in the order of the `deliveries` view; the last two stand behind the others there,
  /// `reason` in two columns.
  package static let attributeNames = [
    "source", "platform", "channel", "job_key", "app_version", "os", "os_version", "brand", "network_type",
    "isp",
    "client_network", "reason",
  ]
}

extension ReferenceEvent {
  /// The distinct event this is: two lines with the same identity are one event of the ledger.
  var identity: [ByteText] {
    [appKey, messageID, deviceID, kind, kind == "other" ? rawType ?? "" : "", String(timeMilliseconds)]
      .map(ByteText.init)
  }

  var isFailure: Bool { kind == "send_failed" || kind == "arrive_failed" }
}
