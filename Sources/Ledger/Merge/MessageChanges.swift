/// What merging changes of messages beside their deliveries.
///
/// Deliveries come sorted by message, so only the current message has to be looked at.
struct MessageChanges {
  private var all: [(message: Int64, change: MessageChange)] = []

  /// Returns those of messages of which no more will come, or of all, and forgets them.
  ///
  /// - Parameter isLast: whether the last message is complete, too.
  mutating func take(isLast: Bool) -> [(message: Int64, change: MessageChange)] {
    let open = isLast ? nil : all.popLast()
    defer { all = open.map { [$0] } ?? [] }
    return all
  }

  mutating func add(_ change: MessageChange, to message: Int64) {
    guard let last = all.last, last.message == message else {
      all.append((message, change))
      return
    }
    all[all.count - 1].change.add(change)
  }
}

/// The spans in which the merged deliveries have events and cohorts, and what they change in the message's digest.
///
/// In milliseconds UTC, as a division for each delivery would buy nothing.
struct MessageChange {
  /// Later than `lastEvent` when no event was merged.
  private(set) var firstEvent = Int64.max
  private(set) var lastEvent = Int64.min
  /// Later than `lastCohort` when no delivery belongs to a cohort.
  private(set) var firstCohort = Int64.max
  private(set) var lastCohort = Int64.min
  private(set) var digest: UInt64 = 0

  var hasEvents: Bool { firstEvent <= lastEvent }
  var hasCohort: Bool { firstCohort <= lastCohort }

  mutating func add(event time: Int64) {
    firstEvent = min(firstEvent, time)
    lastEvent = max(lastEvent, time)
  }

  mutating func add(cohort time: Int64) {
    firstCohort = min(firstCohort, time)
    lastCohort = max(lastCohort, time)
  }

  /// Takes a delivery's digest in, or out when it is in.
  mutating func toggle(_ digest: UInt64) { self.digest ^= digest }

  mutating func add(_ other: MessageChange) {
    firstEvent = min(firstEvent, other.firstEvent)
    lastEvent = max(lastEvent, other.lastEvent)
    firstCohort = min(firstCohort, other.firstCohort)
    lastCohort = max(lastCohort, other.lastCohort)
    digest ^= other.digest
  }
}
