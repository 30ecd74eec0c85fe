/// The deliveries of one sender that were answered under one foreign AppKey, by the sender's build.
package struct MismatchFacts: Equatable, Sendable {
  /// The AppKey that never sent.
  package var foreignKey: String
  /// The AppKey that did.
  package var sender: String
  /// Of the sender's delivery; empty when unknown.
  package var appVersion: String
  package var deliveries: Int
  package var devices: Int
  package var messages: Int
  /// The first answer under the foreign AppKey.
  package var firstAt: Instant

  package init(
    foreignKey: String, sender: String, appVersion: String, deliveries: Int, devices: Int, messages: Int,
    firstAt: Instant
  ) {
    self.foreignKey = foreignKey
    self.sender = sender
    self.appVersion = appVersion
    self.deliveries = deliveries
    self.devices = devices
    self.messages = messages
    self.firstAt = firstAt
  }
}

/// The events of a kind under an AppKey in one UTC hour, deliveries or not.
package struct EventHour: Equatable, Sendable {
  package var appKey: String
  package var kind: EventKind
  package var hour: Instant
  package var events: Int

  package init(appKey: String, kind: EventKind, hour: Instant, events: Int) {
    self.appKey = appKey
    self.kind = kind
    self.hour = hour
    self.events = events
  }
}

/// The counters of one message, with when it was sent first.
package struct MessageCell: Sendable {
  package var appKey: String
  package var messageID: String
  package var counts: Counts
  package var latencies: LatencyHistogram
  package var firstSent: Instant?

  package init(
    appKey: String, messageID: String, counts: Counts, latencies: LatencyHistogram = LatencyHistogram(),
    firstSent: Instant?
  ) {
    self.appKey = appKey
    self.messageID = messageID
    self.counts = counts
    self.latencies = latencies
    self.firstSent = firstSent
  }

  /// The same as a cell among others; the day is 0.
  package var cohort: CohortCell {
    CohortCell(
      key: CohortKey(day: 0, appKey: appKey, parts: [messageID]), counts: counts, latencies: latencies)
  }
}
