/// The hours that a run's changed deliveries add to their messages.
///
/// Deliveries come sorted by message, so only the message at hand has to be looked at.
struct MessageHours {
  private(set) var spans: [(message: Int64, hours: MessageSpan)] = []

  mutating func widen(_ message: Int64, to hours: MessageSpan) {
    guard let last = spans.last, last.message == message else {
      spans.append((message, hours))
      return
    }
    spans[spans.count - 1].hours.formUnion(hours)
  }
}

/// From when to when a message has events, and deliveries with a cohort, in hours since 1970.
struct MessageSpan: Equatable {
  private(set) var firstEvent: Int64
  private(set) var lastEvent: Int64
  /// Later than `lastCohort` when no delivery belongs to a cohort.
  private(set) var firstCohort = Int64.max
  private(set) var lastCohort = Int64.min

  /// - Parameters:
  ///   - first: the earliest event, in milliseconds UTC.
  ///   - last: the latest.
  init(from first: Int64, to last: Int64) {
    firstEvent = RollupKey.hour(of: first)
    lastEvent = RollupKey.hour(of: last)
  }

  var hasCohort: Bool { firstCohort <= lastCohort }

  /// - Parameter time: in milliseconds UTC.
  mutating func add(cohort time: Int64) {
    let hour = RollupKey.hour(of: time)
    firstCohort = min(firstCohort, hour)
    lastCohort = max(lastCohort, hour)
  }

  mutating func formUnion(_ other: MessageSpan) {
    firstEvent = min(firstEvent, other.firstEvent)
    lastEvent = max(lastEvent, other.lastEvent)
    firstCohort = min(firstCohort, other.firstCohort)
    lastCohort = max(lastCohort, other.lastCohort)
  }
}
