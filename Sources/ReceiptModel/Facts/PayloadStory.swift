/// What a ledger knows of the payloads and push types of a message under one AppKey.
package struct PayloadStory: Equatable, Sendable {
  /// Payloads that differ in their remarks or their size; 0 when none is known.
  package var variants = 0
  /// What is remarkable about any of them.
  package var remarks: PayloadLint = []
  /// Size of the largest, bytes.
  package var bytes = 0
  /// Whether no receipt of the extension can come, by all payloads or, without any, by all push types.
  package var cannotBeAcked = false

  package init() {}

  /// Whether every known payload starts the extension.
  package var startsExtension: Bool {
    variants > 0 && !remarks.cannotBeAcked && !remarks.contains(.unreadable)
  }
}

/// A message of which payloads or push types are known, and what became of its deliveries.
package struct MessagePayload: Sendable {
  package var appKey: String
  package var messageID: String
  package var payload: PayloadStory
  /// Deliveries that were sent to devices on which an extension could run; 0 where nothing is remarkable.
  package var sends: Int
  /// Deliveries of any device that were refused and never sent; 0 where nothing is remarkable.
  package var sendFailed: Int
  package var firstSent: Instant?

  package init(
    appKey: String, messageID: String, payload: PayloadStory, sends: Int = 0, sendFailed: Int = 0,
    firstSent: Instant? = nil
  ) {
    self.appKey = appKey
    self.messageID = messageID
    self.payload = payload
    self.sends = sends
    self.sendFailed = sendFailed
    self.firstSent = firstSent
  }
}
