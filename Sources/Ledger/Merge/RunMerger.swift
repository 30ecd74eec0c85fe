internal import ReceiptModel
internal import SQLite

/// Merges runs into a ledger: the set union that everything rests on.
///
/// A run's events come sorted, so those of one push on one device stand together. For each such group the stored
/// deliveries are read (none, when the message is new), the events are inserted one by one, and what changed is written
/// with its difference in the rollups. Whatever the order, split or repetition of the log, the result is the same set.
final class RunMerger {
  /// Groups handled between two statements: large enough to make a statement's own cost vanish, small enough that
  /// everything stays in the processor's cache.
  private static let chunk = 4096

  private let settings: LedgerSettings
  private var dictionaries: Dictionaries
  private let deliveries: DeliveryTable
  private let rollups: RollupWriter
  private let widenMessage: Statement

  init(in database: Database, settings: LedgerSettings) throws {
    self.settings = settings
    dictionaries = try Dictionaries(in: database, settings: settings)
    deliveries = try DeliveryTable(in: database)
    rollups = try RollupWriter(in: database)
    widenMessage = try database.prepare(
      """
      UPDATE message SET first_hour = min(coalesce(first_hour, ?2), ?2), last_hour = max(coalesce(last_hour, ?3), ?3)
      WHERE ref = ?1 AND (first_hour IS NULL OR ?2 < first_hour OR ?3 > last_hour)
      """)
  }

  /// Merges a run; the caller's transaction makes it all or nothing.
  ///
  /// - Parameter order: the run's `sortedOrder()`.
  func merge(_ run: EventRun, order: [UInt32]) throws -> MergeOutcome {
    var outcome = MergeOutcome()
    var changes = RollupChanges()
    let references = try RunReferences(run, in: &dictionaries)
    var hours = MessageHours()
    var start = 0
    while start < order.count {
      var groups: [EventGroup] = []
      while start < order.count, groups.count < Self.chunk {
        let group = nextGroup(run, order, start, references)
        groups.append(group)
        start = group.events.upperBound
      }
      try merge(groups, run, order, references, &outcome, &changes, &hours)
      try deliveries.flush()
    }
    for (message, range) in hours.ranges {
      widenMessage.bind(message, at: 1)
      widenMessage.bind(range.lowerBound, at: 2)
      widenMessage.bind(range.upperBound, at: 3)
      try widenMessage.run()
    }
    try rollups.write(changes)
    return outcome
  }

  private func nextGroup(_ run: EventRun, _ order: [UInt32], _ start: Int, _ references: RunReferences)
    -> EventGroup
  {
    let first = run.events[Int(order[start])]
    var end = start + 1
    while end < order.count {
      let event = run.events[Int(order[end])]
      guard event.message == first.message, event.device == first.device else { break }
      end += 1
    }
    let device =
      first.device.text == 0
      ? StoredDevice.packed(high: first.device.high, low: first.device.low)
      : .text(Array(run.deviceTexts.bytes(first.device.text - 1)))
    return EventGroup(
      events: start..<end, message: references.messages[Int(first.message)], device: device,
      isNewMessage: references.isNewMessage[Int(first.message)])
  }

  private func merge(
    _ groups: [EventGroup], _ run: EventRun, _ order: [UInt32], _ references: RunReferences,
    _ outcome: inout MergeOutcome, _ changes: inout RollupChanges, _ hours: inout MessageHours
  ) throws {
    let stored = try deliveries.read(
      groups.enumerated().filter { !$0.element.isNewMessage }.map { $0.element.key(place: $0.offset) })
    var next = 0
    var cells: [Cell] = []
    for (place, group) in groups.enumerated() {
      cells.removeAll(keepingCapacity: true)
      while next < stored.count, stored[next].place == place {
        cells.append(Cell(app: stored[next].app, state: stored[next].state, isStored: true))
        next += 1
      }
      let before = cells
      var changed = false
      for index in group.events {
        let event = run.events[Int(order[index])]
        if try insert(event, into: &cells, references, &outcome, &changes) { changed = true }
      }
      guard changed else { continue }
      if !group.device.isEmpty {
        count(before, times: -1, &changes)
        count(cells, times: 1, &changes)
      }
      for cell in cells {
        if let cohort = cell.state.cohortTime { hours.widen(group.message, to: RollupKey.hour(of: cohort)) }
        guard cell.isChanged else { continue }
        try deliveries.write(
          cell.state, key: group.key(place: place), app: cell.app, isNew: !cell.isStored,
          hadLate: cell.hadLate)
      }
    }
  }

  /// Inserts one event; returns whether it changed anything.
  private func insert(
    _ event: RunEvent, into cells: inout [Cell], _ references: RunReferences, _ outcome: inout MergeOutcome,
    _ changes: inout RollupChanges
  ) throws -> Bool {
    let app = references.apps[Int(event.app)]
    let index: Int
    if let found = cells.firstIndex(where: { $0.app == app }) {
      index = found
    } else {
      index = cells.count
      cells.append(Cell(app: app, state: DeliveryState(), isStored: false))
    }
    let raw = event.kind == .other ? references.rawTypes[Int(event.detail)] : 0
    let isNew = cells[index].state.insert(event.kind, at: event.time, raw: raw)
    let hasOther = try cells[index].state.merge(
      references.attributes(of: event), at: event.time, in: &dictionaries)
    if isNew { changes.add(event.kind, at: event.time, app: app) }
    let changed = isNew || hasOther
    if changed { cells[index].isChanged = true }
    outcome.count(changed, file: event.file)
    return changed
  }

  /// Adds what the deliveries of one push on one device count, or takes it away.
  private func count(_ cells: [Cell], times factor: Int, _ changes: inout RollupChanges) {
    let isAnsweredElsewhere = cells.contains {
      !$0.state.has(.sent) && ($0.state.has(.extAck) || $0.state.has(.opened))
    }
    for cell in cells {
      changes.add(
        cell.state, app: cell.app, traits: dictionaries.contextTraits[Int(cell.state.context)],
        version: dictionaries.versions[Int(cell.state.build)], settings: settings,
        isAnsweredElsewhere: isAnsweredElsewhere, times: factor)
    }
  }
}

/// The events of one push on one device, as a range of the run's order.
private struct EventGroup {
  var events: Range<Int>
  var message: Int64
  var device: StoredDevice
  var isNewMessage: Bool

  func key(place: Int) -> DeliveryGroupKey {
    DeliveryGroupKey(place: place, message: message, device: device)
  }
}

/// One delivery of a group while events are inserted.
private struct Cell {
  var app: Int64
  var state: DeliveryState
  var isStored: Bool
  var isChanged = false
  var hadLate: Bool

  init(app: Int64, state: DeliveryState, isStored: Bool) {
    self.app = app
    self.state = state
    self.isStored = isStored
    hadLate = !state.late.isEmpty
  }
}
