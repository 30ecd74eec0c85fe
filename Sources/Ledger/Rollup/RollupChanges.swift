import ReceiptModel
import SQLite

/// The differences that a run makes to the rollups: what its deliveries added, less what they had added before.
struct RollupChanges {
  var channels = RollupTable<RollupKey, Counts>(zero: Counts())
  var versions = RollupTable<RollupKey, Counts>(zero: Counts())
  var latencies = RollupTable<DividedKey, Int>(zero: 0)
  var failures = RollupTable<DividedKey, Int>(zero: 0)
  /// By the raw value of the kind: neighbouring events differ in it, and share the rest of the key.
  var events = EventKind.allCases.map { _ in
    RollupTable<RollupKey, EventTally>(zero: EventTally())
  }

  struct EventTally {
    var events = 0
    var newest = Int64.min

    mutating func add(_ time: Int64) {
      events += 1
      newest = max(newest, time)
    }

    mutating func remove() {
      events -= 1
      // In an hour that has events already, any time that is not later than theirs will do.
      newest = max(newest, 0)
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
    let cell = RollupKey(hour: hour, app: app, part: traits.channel)
    channels[cell].add(counts, times: factor)
    versions[RollupKey(hour: hour, app: app, part: version)].add(counts, times: factor)
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
