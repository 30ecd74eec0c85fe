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
