/// The counters of one day, AppKey and part: a channel, a version, a message.
package struct CohortCell: Sendable {
  package var key: CohortKey
  package var counts: Counts
  package var latencies: LatencyHistogram

  package init(key: CohortKey, counts: Counts = Counts(), latencies: LatencyHistogram = LatencyHistogram()) {
    self.key = key
    self.counts = counts
    self.latencies = latencies
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

  // Ids are bytes: Swift's own comparison would take two spellings of an accented letter for one.

  package static func == (left: CohortKey, right: CohortKey) -> Bool {
    left.day == right.day && left.texts.elementsEqual(right.texts) { $0.utf8.elementsEqual($1.utf8) }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(day)
    for text in texts {
      for byte in text.utf8 { hasher.combine(byte) }
      hasher.combine(UInt8(0xFF))
    }
  }

  package static func < (left: CohortKey, right: CohortKey) -> Bool {
    if left.day != right.day { return left.day < right.day }
    // Without arrays of both sides' texts: tens of thousands of cells are sorted for a report.
    if let isLess = precedes(left.appKey, right.appKey) { return isLess }
    for (one, other) in zip(left.parts, right.parts) {
      if let isLess = precedes(one, other) { return isLess }
    }
    return false
  }

  /// Whether a text comes first by its bytes; `nil` when both are the same.
  private static func precedes(_ one: String, _ other: String) -> Bool? {
    one.utf8.elementsEqual(other.utf8) ? nil : one.utf8.lexicographicallyPrecedes(other.utf8)
  }

  private var texts: [String] { [appKey] + parts }
}

/// How many deliveries failed for one reason.
package struct FailureCell: Sendable {
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
