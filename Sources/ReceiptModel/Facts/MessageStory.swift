/// What a ledger holds of one message under one AppKey.
package struct MessageStory: Sendable {
  package var messageID: String
  package var appKey: String
  /// The first and last first send of its deliveries; `nil` when none was sent.
  package var firstSent: Instant?
  package var lastSent: Instant?
  /// When its deliveries were first sent, refused or accepted; `nil` when none was.
  package var tried: ClosedRange<Instant>?
  /// All deliveries with a device id, in a cohort or not.
  package var deliveries = 0
  /// Deliveries with neither a send, nor a failed one, nor an acceptance, and not joined to another.
  package var unmatched = 0
  /// Deliveries that tell of one under another message id, to which they are joined.
  package var joined = 0
  /// Deliveries that are too young to be judged, and not in the counters.
  package var unsettled = 0
  /// Events that name no device, by kind.
  package var eventsWithoutDevice: [EventKind: Int] = [:]
  /// Counters of the settled deliveries by build and network.
  package var parts: [MessagePart] = []
  /// How long after their sends settled deliveries were acked.
  package var latencies = LatencyHistogram()
  /// Why sends and arrivals failed; `day` is 0 for all.
  package var failures: [FailureCell] = []
  /// What is known of its payloads and push types.
  package var payload = PayloadStory()
  /// Settled sends to devices on which an extension could run, whatever the payload.
  package var extensionSends = 0
  /// The AppKey in the days around, this message included; `nil` when the message was never sent.
  package var around: MessageSurroundings?
  /// What others know of the message: the extension's own log, consoles, logs without devices.
  package var beside = ExternalFacts()

  package init(messageID: String, appKey: String) {
    self.messageID = messageID
    self.appKey = appKey
  }

  /// Counters of all settled deliveries.
  package var counts: Counts { parts.reduce(into: Counts()) { $0.add($1.counts) } }
}

/// Deliveries of a message on one build and network; texts are empty when unknown.
package struct MessagePart: Sendable {
  package var appVersion: String
  package var osVersion: String
  package var networkType: String
  package var counts: Counts

  package init(appVersion: String, osVersion: String, networkType: String, counts: Counts) {
    self.appVersion = appVersion
    self.osVersion = osVersion
    self.networkType = networkType
    self.counts = counts
  }
}

/// What an AppKey sent around a message, settled deliveries only.
package struct MessageSurroundings: Sendable {
  /// Cohort times, the end excluded.
  package var from: Instant
  package var to: Instant
  package var counts: Counts
  package var latencies: LatencyHistogram
  package var builds: [BuildAcks]

  package init(
    from: Instant, to: Instant, counts: Counts, latencies: LatencyHistogram, builds: [BuildAcks]
  ) {
    self.from = from
    self.to = to
    self.counts = counts
    self.latencies = latencies
    self.builds = builds
  }
}
