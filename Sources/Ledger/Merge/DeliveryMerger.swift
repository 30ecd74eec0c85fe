import ReceiptModel

/// Merges groups of events into the deliveries they belong to, and adds up what that changes.
///
/// One for each thread. Events are inserted one by one into what the ledger knows of a delivery; whatever the order,
/// split or repetition, the result is the same set.
struct DeliveryMerger {
  let settings: LedgerSettings
  private let dictionaries: SharedDictionaries
  var attributes: KnownAttributes
  private var expectations: KnownExpectations
  /// The changes of the rollups that were not written yet.
  var changes = RollupChanges()
  /// What became of events whose outcome was not taken yet.
  private(set) var outcome = MergeOutcome()
  /// Messages whose acks, or the channels of those acks, change what is expected of them.
  private var judgedAnew: Set<Int64> = []
  private var deliveries: [MergedDelivery] = []
  /// Where the delivery under an AppKey stands among those, when there are many.
  private var places: [Int64: Int] = [:]
  /// The part met so far of a group that goes on.
  private var open: OpenGroup?

  private struct OpenGroup {
    /// The deliveries as they were stored.
    var before: [MergedDelivery] = []
    var isChanged = false
    var change = MessageChange()
  }

  init(_ dictionaries: SharedDictionaries, settings: LedgerSettings) {
    self.dictionaries = dictionaries
    attributes = KnownAttributes(dictionaries)
    expectations = KnownExpectations(dictionaries)
    self.settings = settings
  }

  /// Looks up what is expected of messages.
  ///
  /// Call it before merging when that may have changed.
  mutating func refreshEligibility() throws { try expectations.refresh() }

  /// Merges the groups of a chunk.
  ///
  /// - Parameters:
  ///   - stored: what the ledger holds of them, in their order.
  ///   - output: takes each delivery that changed.
  mutating func merge(
    _ chunk: borrowing GroupChunk, stored: [StoredDelivery],
    into output: inout some DeliveryOutput & ~Copyable
  ) throws {
    var next = 0
    // Spans, so that no group is copied and no array of events retained for each group.
    let (groups, events) = (chunk.groups.span, chunk.events.span)
    for place in groups.indices {
      var group = open ?? OpenGroup()
      open = nil
      if !groups[place].isContinued {
        deliveries.removeAll(keepingCapacity: true)
        if !places.isEmpty { places = [:] }
        while next < stored.count, stored[next].place == place {
          deliveries.append(MergedDelivery(app: stored[next].app, state: stored[next].state, isStored: true))
          next += 1
        }
        // A new group's events are not copied, since each copy would need memory of its own.
        if !deliveries.isEmpty { group.before = deliveries }
      }
      for index in groups[place].events where try insert(events[index]) { group.isChanged = true }
      let (first, last) = (groups[place].events.lowerBound, groups[place].events.upperBound - 1)
      // The group's events come in the order of their times.
      group.change.add(event: events[first].time)
      group.change.add(event: events[last].time)
      guard !groups[place].goesOn else {
        open = group
        continue
      }
      guard group.isChanged else { continue }
      let before = group.before
      if !groups[place].device.isEmpty {
        if !before.isEmpty { try count(before, of: groups[place].message, times: -1) }
        try count(deliveries, of: groups[place].message, times: 1)
      }
      try noteUnexpectedAcks(of: groups[place].message, before, deliveries)
      // The order of the primary key.
      if deliveries.count > 1 { deliveries.sort { $0.app < $1.app } }
      var change = group.change
      for delivery in before { change.toggle(delivery.digest(groups[place].device)) }
      for index in deliveries.indices {
        if let cohort = deliveries[index].state.cohortTime { change.add(cohort: cohort) }
        change.toggle(deliveries[index].digest(groups[place].device))
        if deliveries[index].isChanged { try output.write(deliveries[index], of: groups[place]) }
      }
      output.add(change, to: groups[place].message)
    }
  }

  /// Notes a message that has got an ack although none was expected, or has lost it.
  private mutating func noteUnexpectedAcks(
    of message: Int64, _ before: [MergedDelivery], _ after: [MergedDelivery]
  ) throws {
    for delivery in after where delivery.state.has(.extAck) {
      let isExpected = try expectations.of(message, app: delivery.app)
      if try isExpected == false || (isExpected == nil && isUnexpected(delivery)) {
        judgedAnew.insert(message)
      }
    }
    // An earlier event may name another channel.
    for (old, new) in zip(before, after) where old.state.context != new.state.context {
      if try isUnexpected(old) { judgedAnew.insert(message) }
    }
  }

  /// Whether the delivery is acked over a channel on which that is not expected.
  private mutating func isUnexpected(_ delivery: MergedDelivery) throws -> Bool {
    guard delivery.state.has(.extAck) else { return false }
    let traits = try attributes.traits(context: delivery.state.context)
    return traits.runsExtension && !traits.isAckEligible
  }

  /// Notes a message whose acks may have come or gone.
  mutating func judgeAnew(_ message: Int64) { judgedAnew.insert(message) }

  /// Returns, and forgets, the messages whose eligibility has to be judged anew once what was merged is written.
  mutating func takeJudgedAnew() -> Set<Int64> {
    defer { judgedAnew = [] }
    return judgedAnew
  }

  /// Writes the changes of the rollups, unless they take no more memory than `bytes`.
  ///
  /// - Throws: `SQLiteError`.
  mutating func writeChanges(above bytes: Int = 0) throws {
    guard changes.byteCount > bytes else { return }
    try dictionaries.withLock { try $0.rollups.write(&changes) }
  }

  /// Puts the changes of versions into a file, unless all changes take no more memory than `bytes`; the others are
  /// written once they take half of it.
  ///
  /// - Throws: `SQLiteError`.
  mutating func spillVersions(above bytes: Int, into spill: CellSpill<CountedKey, Int>) throws {
    guard changes.byteCount > bytes else { return }
    try spill.add(changes.versions.takeSorted())
    try writeChanges(above: bytes / 2)
  }

  /// Returns the outcome so far and begins a new one.
  mutating func takeOutcome() -> MergeOutcome {
    defer { outcome = MergeOutcome() }
    return outcome
  }

  /// Where the delivery under an AppKey stands, or would.
  @inline(__always)
  private mutating func place(of app: Int64) -> Int {
    // Most pushes have one on a device, and few more than two.
    guard deliveries.count > 16 else {
      var index = 0
      while index < deliveries.count, deliveries[index].app != app { index &+= 1 }
      return index
    }
    if places.isEmpty {
      for (index, delivery) in deliveries.enumerated() { places[delivery.app] = index }
    }
    return places[app] ?? deliveries.count
  }

  /// Inserts one event; returns whether it changed anything.
  @inline(__always)
  private mutating func insert(_ event: LedgerEvent) throws -> Bool {
    let app = Int64(event.app)
    let index = place(of: app)
    let isFirst = index == deliveries.count
    if isFirst {
      deliveries.append(MergedDelivery(app: app, state: DeliveryState(), isStored: false))
      if !places.isEmpty { places[app] = index }
    }
    let kind = event.kind
    let time = event.time
    let former = deliveries[index].state.context
    let isFailure = kind.slot == EventKind.sendFailed.slot || kind.slot == EventKind.arriveFailed.slot
    let isNew = deliveries[index].state.insert(
      kind, at: time, raw: kind.slot == EventKind.other.slot ? Int64(event.detail) : 0)
    let hasOther = try deliveries[index].state.merge(
      EventAttributes(
        context: Int64(event.context), build: Int64(event.build), network: Int64(event.network),
        reason: isFailure ? Int64(event.detail) : 0), at: time, isFailure: isFailure, in: &attributes)
    if isNew { changes.add(kind, at: time, app: app) }
    // Nearly always there is one context and so one source.
    let isTold =
      !isFirst && (former != Int64(event.context) || deliveries[index].state.hasBesides)
      ? try tell(event, of: index, isNew: isNew, former: former) : false
    // A log of the delivery's own tells this event now, too.
    let wasLinked =
      !isNew && deliveries[index].state.hasBesides && deliveries[index].state.unlink(kind, at: time)
    let changed = isNew || hasOther || isTold || wasLinked
    if changed { deliveries[index].isChanged = true }
    outcome.count(changed, mark: event.file)
    return changed
  }

  /// Notes who told an event, unless it is the one source that told everything.
  ///
  /// - Parameter former: the context of the delivery before the event.
  private mutating func tell(
    _ event: LedgerEvent, of index: Int, isNew: Bool, former: Int64
  ) throws -> Bool {
    let context = Int64(event.context)
    let isFirstOther = deliveries[index].state.tellings.isEmpty
    if isFirstOther, former == context { return false }
    let source = try attributes.source(context: context)
    let formerSource = try attributes.source(context: former)
    if isFirstOther, source == formerSource { return false }
    let kind = event.kind
    return deliveries[index].state.tell(
      kind, at: event.time, raw: kind == .other ? Int64(event.detail) : 0,
      by: source, isNew: isNew, former: formerSource,
      standing: try attributes.source(context: deliveries[index].state.context))
  }

  /// Adds what the deliveries of one push on one device count, or subtracts it.
  mutating func count(_ deliveries: [MergedDelivery], of message: Int64, times factor: Int) throws {
    let isAnsweredElsewhere =
      deliveries.count > 1
      && deliveries.contains {
        !$0.state.has(.sent) && ($0.state.has(.extAck) || $0.state.has(.opened))
      }
    for index in deliveries.indices {
      var traits = try attributes.traits(context: deliveries[index].state.context)
      if traits.runsExtension, let isExpected = try expectations.of(message, app: deliveries[index].app) {
        traits.isAckEligible = isExpected
      }
      changes.add(
        deliveries[index].state, app: deliveries[index].app, traits: traits,
        version: try attributes.version(build: deliveries[index].state.build), settings: settings,
        isAnsweredElsewhere: isAnsweredElsewhere, times: factor)
    }
  }
}

/// One delivery of a group while events are inserted.
struct MergedDelivery {
  let app: Int64
  var state: DeliveryState
  /// Whether the ledger has a row of it.
  let isStored: Bool
  /// Whether it had late attributes there.
  let hadLate: Bool
  /// Whether it had linked events there.
  let hadLinked: Bool
  /// Whether it had rows of `teller` there.
  let hadTellings: Bool
  /// Whether it had repeats there of which some may have gone.
  var hadMoreRepeats = false
  var isChanged = false

  init(app: Int64, state: DeliveryState, isStored: Bool) {
    self.app = app
    self.state = state
    self.isStored = isStored
    let hasBesides = state.hasBesides
    hadLate = hasBesides && !state.late.isEmpty
    hadLinked = hasBesides && !state.linked.isEmpty
    hadTellings = hasBesides && !state.tellings.isEmpty
  }

  /// What the delivery adds to its message's digest.
  func digest(_ device: borrowing StoredDevice) -> UInt64 { DeliveryDigest.of(state, device, app: app) }
}

/// Takes the deliveries that merging changed, in the order of their groups.
protocol DeliveryOutput: ~Copyable {
  mutating func write(_ delivery: borrowing MergedDelivery, of group: borrowing DeliveryGroup) throws

  /// Reports what of the message changed beside the deliveries that were written.
  mutating func add(_ change: MessageChange, to message: Int64)
}
