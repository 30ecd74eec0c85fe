/// What a message was sent as, by the sender's platform: a row of Alibaba's QueryPushRecords.
package struct PushNote: Hashable, Sendable {
  package var app: String
  package var message: String
  /// `NOTICE`, `MESSAGE`.
  package var pushType: String
  /// `iOS`, `ANDROID`, `ALL`.
  package var platform: String
  /// `DEVICE`, `ACCOUNT`, `ALIAS`, `TAG`, `ALL`.
  package var targetType: String
  package var status: String
  /// Milliseconds since 1970 UTC.
  package var sentAt: Int64?

  package init(
    app: String, message: String, pushType: String, platform: String, targetType: String, status: String,
    sentAt: Int64?
  ) {
    self.app = app
    self.message = message
    self.pushType = pushType
    self.platform = platform
    self.targetType = targetType
    self.status = status
    self.sentAt = sentAt
  }
}

/// What somebody else counted of a message: a console, a statistics API.
package struct TotalNote: Hashable, Sendable {
  /// Whose count it is: the mapping's `source`.
  package var source: String
  /// Empty when the record names none.
  package var app: String
  package var message: String
  /// A counter and what it said; a counter that was null is not there.
  package var counts: [EventKind: Int64]
  /// When it was counted, in milliseconds since 1970 UTC; `nil` when the record does not say.
  package var countedAt: Int64?

  package init(
    source: String, app: String, message: String, counts: [EventKind: Int64], countedAt: Int64? = nil
  ) {
    self.source = source
    self.app = app
    self.message = message
    self.counts = counts
    self.countedAt = countedAt
  }
}
