/// From when to when the deliveries that a run changed have events and cohorts, by message.
///
/// Deliveries come sorted by message, so only the message at hand has to be looked at.
struct MessageHours {
  private(set) var spans: [(message: Int64, span: MessageSpan)] = []

  mutating func widen(_ message: Int64, to span: MessageSpan) {
    guard let last = spans.last, last.message == message else {
      spans.append((message, span))
      return
    }
    spans[spans.count - 1].span.formUnion(span)
  }
}

/// From when to when a message has events, and deliveries with a cohort; in milliseconds UTC, as a division for each
/// delivery would buy nothing.
struct MessageSpan {
  private(set) var firstEvent: Int64
  private(set) var lastEvent: Int64
  /// Later than `lastCohort` when no delivery belongs to a cohort.
  private(set) var firstCohort = Int64.max
  private(set) var lastCohort = Int64.min

  init(from first: Int64, through last: Int64) {
    firstEvent = first
    lastEvent = last
  }

  var hasCohort: Bool { firstCohort <= lastCohort }

  mutating func add(cohort time: Int64) {
    firstCohort = min(firstCohort, time)
    lastCohort = max(lastCohort, time)
  }

  mutating func formUnion(_ other: MessageSpan) {
    firstEvent = min(firstEvent, other.firstEvent)
    lastEvent = max(lastEvent, other.lastEvent)
    firstCohort = min(firstCohort, other.firstCohort)
    lastCohort = max(lastCohort, other.lastCohort)
  }
}
