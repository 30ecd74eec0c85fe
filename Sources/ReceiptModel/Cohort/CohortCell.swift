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

extension [CohortCell] {
  /// Merges the cells of all days with the same AppKey and the same parts into one of day 0, without latencies; in order.
  package func summedOverDays() -> [CohortCell] {
    // Of one day they nearly always are what they have to be.
    if allSatisfy({ $0.key.day == 0 }), zip(self, dropFirst()).allSatisfy({ $0.key < $1.key }) {
      return self
    }
    var sums: [CohortKey: Counts] = [:]
    for cell in self {
      sums[CohortKey(day: 0, appKey: cell.key.appKey, parts: cell.key.parts), default: Counts()].add(
        cell.counts)
    }
    return sums.map { CohortCell(key: $0.key, counts: $0.value) }.sorted { $0.key < $1.key }
  }
}

extension [CohortCell] {
  /// Merges cells of stretches of days, such as hours, into one for each day, with latencies; in order.
  ///
  /// - Parameter days: the day of each place that `day` counts.
  package func summed(toDays days: [Int]) -> [CohortCell] {
    var places: [CohortKey: Int] = [:]
    var sums: [CohortCell] = []
    for cell in self {
      let key = CohortKey(day: days[cell.key.day], appKey: cell.key.appKey, parts: cell.key.parts)
      let place = places[key] ?? sums.count
      if place == sums.count {
        places[key] = place
        sums.append(CohortCell(key: key))
      }
      sums[place].counts.add(cell.counts)
      sums[place].latencies.add(cell.latencies)
    }
    return sums.sorted { $0.key < $1.key }
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
    guard left.day == right.day, left.parts.count == right.parts.count,
      left.appKey.hasSameBytes(as: right.appKey)
    else { return false }
    return zip(left.parts, right.parts).allSatisfy { $0.hasSameBytes(as: $1) }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(day)
    // Texts of the same bytes are the same to Swift, too.
    hasher.combine(appKey)
    for part in parts { hasher.combine(part) }
  }

  package static func < (left: CohortKey, right: CohortKey) -> Bool {
    if left.day != right.day { return left.day < right.day }
    if let isLess = precedes(left.appKey, right.appKey) { return isLess }
    for (one, other) in zip(left.parts, right.parts) {
      if let isLess = precedes(one, other) { return isLess }
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
