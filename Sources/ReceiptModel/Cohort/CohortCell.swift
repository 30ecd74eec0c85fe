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

  package init(key: CohortKey, counts: SparseCounts, latencies: LatencyHistogram) {
    self.key = key
    sparse = counts
    self.latencies = latencies
  }

  package var counts: Counts {
    get { sparse.counts }
    set { sparse = SparseCounts(newValue) }
  }

}

extension [CohortCell] {
  /// Merges the cells of all days with the same AppKey and the same parts into one of day 0, without latencies; in order.
  package func summedOverDays() -> [CohortCell] {
    // Of one day they nearly always are what they have to be.
    if allSatisfy({ $0.key.day == 0 }), zip(self, dropFirst()).allSatisfy({ $0.key < $1.key }) {
      return self
    }
    return summed(withLatencies: false) { _ in 0 }
  }

  /// Merges cells of stretches of days, such as hours, into one for each day, with latencies; in order.
  ///
  /// - Parameter days: the day of each place that `day` counts.
  package func summed(toDays days: [Int]) -> [CohortCell] { summed(withLatencies: true) { days[$0] } }

  /// - Parameter day: that of the sum, by that of a cell; cells for which it is `nil` are left out.
  package func summed(withLatencies: Bool, toDay day: (Int) -> Int?) -> [CohortCell] {
    // The cells of each stretch are in order, and sorting finds and merges what is.
    let order = indices.compactMap { place in day(self[place].key.day).map { (day: $0, place: place) } }
      .sorted { one, other in
        if one.day != other.day { return one.day < other.day }
        return self[one.place].key.precedes(ofAnyDay: self[other.place].key)
      }
    var sums: [CohortCell] = []
    var (counts, latencies) = (Counts(), LatencyHistogram())
    for (next, (day, place)) in order.enumerated() {
      let cell = self[place]
      counts.add(cell.counts)
      if withLatencies { latencies.add(cell.latencies) }
      let isLast =
        next + 1 == order.count || order[next + 1].day != day
        || !self[order[next + 1].place].key.isSame(asOfAnyDay: cell.key)
      guard isLast else { continue }
      let key = CohortKey(day: day, appKey: cell.key.appKey, parts: cell.key.parts)
      sums.append(CohortCell(key: key, counts: counts, latencies: latencies))
      (counts, latencies) = (Counts(), LatencyHistogram())
    }
    return sums
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
