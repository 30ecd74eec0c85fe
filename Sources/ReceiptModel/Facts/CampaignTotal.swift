/// What the pushes of one job under one AppKey came to.
package struct CampaignTotal: Sendable {
  package var appKey: String
  /// Empty for pushes without one.
  package var job: String
  /// Messages with such pushes.
  package var messages: Int
  package var counts: Counts

  package init(appKey: String, job: String, messages: Int, counts: Counts) {
    self.appKey = appKey
    self.job = job
    self.messages = messages
    self.counts = counts
  }

  /// Whether each of its messages went to one device, as with order notices and login codes.
  package var isSingle: Bool { messages == counts[.deliveries] }
}
