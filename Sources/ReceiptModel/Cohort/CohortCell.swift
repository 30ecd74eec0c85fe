/// The counters of one day, AppKey and part: a channel, a version, a message.
package struct CohortCell: Sendable {
  package var key: CohortKey
  private var sparse: SparseCounts
  package var latencies: LatencyHistogram

  package init(key: CohortKey, counts: Counts = Counts(), latencies: LatencyHistogram = LatencyHistogram()) {
    self.key = key
    sparse = SparseCounts(counts)
    self.latencies = latencies
  }

  package var counts: Counts {
    get { sparse.counts }
    set { sparse = SparseCounts(newValue) }
  }
}

/// Which cell it is; cells are ordered by it, text by bytes.
package struct CohortKey: Hashable, Comparable, Sendable {
  /// Place of the day in the scope.
  package var day: Int
  package var appKey: String
  /// The channel; or app version and OS version; or the message id.
  ///
  /// Unknown values are empty.
  package var parts: [String]

  package init(day: Int, appKey: String, parts: [String]) {
    self.day = day
    self.appKey = appKey
    self.parts = parts
  }

  package static func == (left: CohortKey, right: CohortKey) -> Bool {
    left.day == right.day && left.isSame(asOfAnyDay: right)
  }

  /// Whether AppKey and parts are the same.
  func isSame(asOfAnyDay other: CohortKey) -> Bool {
    parts.count == other.parts.count && appKey.hasSameBytes(as: other.appKey)
      && zip(parts, other.parts).allSatisfy { $0.hasSameBytes(as: $1) }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(day)
    // Texts of the same bytes are the same to Swift, too.
    hasher.combine(appKey)
    for part in parts { hasher.combine(part) }
  }

  package static func < (left: CohortKey, right: CohortKey) -> Bool {
    left.day != right.day ? left.day < right.day : left.precedes(ofAnyDay: right)
  }

  /// Whether AppKey and parts come first.
  func precedes(ofAnyDay other: CohortKey) -> Bool {
    if let isLess = Self.precedes(appKey, other.appKey) { return isLess }
    for (one, other) in zip(parts, other.parts) {
      if let isLess = Self.precedes(one, other) { return isLess }
    }
    return false
  }

  /// Whether a text comes first by its bytes; `nil` when both are the same.
  private static func precedes(_ one: String, _ other: String) -> Bool? {
    one.hasSameBytes(as: other) ? nil : one.precedesInBytes(other)
  }
}

/// How many deliveries failed for one reason.
package struct FailureCell: Equatable, Sendable {
  package var day: Int
  package var appKey: String
  package var channel: String
  /// `send_failed` or `arrive_failed`.
  package var kind: String
  package var reasonCode: String
  package var reasonText: String
  package var count: Int

  package init(
    day: Int, appKey: String, channel: String, kind: String, reasonCode: String, reasonText: String,
    count: Int
  ) {
    self.day = day
    self.appKey = appKey
    self.channel = channel
    self.kind = kind
    self.reasonCode = reasonCode
    self.reasonText = reasonText
    self.count = count
  }
}
