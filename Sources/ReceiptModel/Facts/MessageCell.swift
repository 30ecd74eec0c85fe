/// The counters of one message under one AppKey, with when and by which job it was sent.
package struct MessageCell: Sendable {
  package var appKey: String
  package var messageID: String
  package var counts: Counts
  package var latencies: LatencyHistogram
  /// The sender's task or campaign key.
  package var jobKey: String?
  /// As `lastSent` of all sends that are counted, not only of those in a scope.
  package var firstSent: Instant?
  package var lastSent: Instant?

  package init(
    appKey: String, messageID: String, counts: Counts, latencies: LatencyHistogram = LatencyHistogram(),
    jobKey: String? = nil, firstSent: Instant?, lastSent: Instant? = nil
  ) {
    self.appKey = appKey
    self.messageID = messageID
    self.counts = counts
    self.latencies = latencies
    self.jobKey = jobKey
    self.firstSent = firstSent
    self.lastSent = lastSent
  }
}
