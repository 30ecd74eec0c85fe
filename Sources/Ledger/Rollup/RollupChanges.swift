import ReceiptModel
import SQLite

/// How many more deliveries of a cell add to some counters.
typealias CohortChange = (key: CountedKey, value: Int)

extension [CohortChange] {
  /// Adds up the changes of the cell that stands at `next`, and goes to the cell behind it.
  ///
  /// The changes are sorted by their keys.
  func takeCell(at next: inout Int) -> (key: CountedKey, counts: Counts) {
    let key = self[next].key
    var counts = Counts()
    while next < count, self[next].key.isSameCell(as: key) {
      counts.add(self[next].key.counters, times: self[next].value)
      next += 1
    }
    return (key, counts)
  }
}

/// The differences that a run makes to the rollups: what its deliveries added, less what they had added before.
struct RollupChanges {
  /// How many deliveries of a cell add to the same counters.
  ///
  /// A cell meets few of the sets that are possible, and a number takes a tenth of the memory of all counters.
  var channels = RollupTable<CountedKey, Int>(zero: 0)
  var versions = RollupTable<CountedKey, Int>(zero: 0)
  var latencies = RollupTable<DividedKey, Int>(zero: 0)
  var failures = RollupTable<DividedKey, Int>(zero: 0)
  /// By the raw value of the kind: neighbouring events differ in it, and share the rest of the key.
  var events = EventKind.allCases.map { _ in
    RollupTable<RollupKey, EventTally>(zero: .zero)
  }

  struct EventTally: HourlyValue, Equatable {
    var events = 0
    var newest = Int64.min

    static let zero = EventTally()

    mutating func add(_ time: Int64) {
      events += 1
      newest = max(newest, time)
    }

    mutating func remove() {
      events -= 1
      // In an hour that has events already, any time that is not later than theirs will do.
      newest = max(newest, 0)
    }

    static func += (sum: inout EventTally, other: EventTally) {
      sum.events += other.events
      sum.newest = max(sum.newest, other.newest)
    }
  }

  /// The first hour of a cohort or event that it is about.
  var firstHour: Int64? {
    let cohorts = channels.cells.lazy.map(\.key.hour).min()
    return events.reduce(cohorts) { first, table in
      [first, table.cells.lazy.map(\.key.hour).min()].compactMap(\.self).min()
    }
  }

  /// Bytes of memory that it takes.
  var byteCount: Int {
    channels.byteCount + versions.byteCount + latencies.byteCount + failures.byteCount
      + events.reduce(0) { $0 + $1.byteCount }
  }

  /// Counts a new distinct event.
  mutating func add(_ kind: EventKind, at time: Int64, app: Int64) {
    events[kind.slot][RollupKey(hour: RollupKey.hour(of: time), app: app)].add(time)
  }

  /// Removes an event that is no longer in the set; the caller has to find the newest of its hour again.
  mutating func remove(_ kind: EventKind, at time: Int64, app: Int64) {
    events[kind.slot][RollupKey(hour: RollupKey.hour(of: time), app: app)].remove()
  }

  /// Adds what one delivery counts, or subtracts it with a factor of -1.
  mutating func add(
    _ state: DeliveryState, app: Int64, traits: ContextTraits, version: Int64, settings: LedgerSettings,
    isAnsweredElsewhere: Bool, times factor: Int
  ) {
    guard let cohort = state.cohortTime else { return }
    let counts = state.counts(traits, settings, isAnsweredElsewhere: isAnsweredElsewhere)
    let hour = RollupKey.hour(of: cohort)
    channels[CountedKey(hour: hour, app: app, part: traits.channel, counters: counts)] += factor
    versions[CountedKey(hour: hour, app: app, part: version, counters: counts)] += factor
    let cell = RollupKey(hour: hour, app: app, part: traits.channel)
    if let latency = state.latency(of: .extAck) {
      latencies[DividedKey(cell: cell, division: Int64(LatencyBucket.bucket(of: latency)))] +=
        factor
    }
    let failure: EventKind? = state.has(.sent) ? .arriveFailed : .sendFailed
    if let failure, state.has(failure) {
      let reason = failure == .arriveFailed ? state.arrivalReason : state.reason
      let key = DividedKey(cell: cell, division: Int64(failure.rawValue), reason: reason)
      failures[key] += factor
    }
  }
}
