import ReceiptModel
import SQLite

/// The deliveries of a ledger, in and out, thousands at a time.
///
/// It reads and writes in batches: one statement joins a batch of keys with the table, and one inserts a batch of rows,
/// instead of a statement for each delivery.
struct DeliveryTable {
  private let keys: RowBatch
  private let newRows: RowBatch
  private let changedRows: RowBatch
  private let readRows: Statement
  private let readRepeats: Statement
  private let readLate: Statement
  private let readLinked: Statement
  private let readTellers: Statement
  private let insertNew: Statement
  private let replaceChanged: Statement
  private let beside: OverflowTables
  private let messages: MessageTable
  private let links: LinkMarks
  private var changes = MessageChanges()

  init(in database: Database) throws {
    keys = try RowBatch(name: "touched_key", columns: ["place", "message_ref", "device"], in: database)
    newRows = try RowBatch(name: "new_delivery", columns: DeliveryRow.columns, in: database)
    changedRows = try RowBatch(name: "changed_delivery", columns: DeliveryRow.columns, in: database)
    func join(_ columns: String, _ table: String) -> String {
      "SELECT k.place, t.app_ref, \(columns) FROM touched_key AS k CROSS JOIN \(table) AS t "
        + "ON t.message_ref = k.message_ref AND t.device = k.device"
    }
    let values = DeliveryRow.columns.dropFirst(3).map { "t.\($0)" }.joined(separator: ", ")
    readRows = try database.prepare(join(values, "delivery"))
    readRepeats = try database.prepare(join("t.kind, t.at_ms, t.raw_ref", "repeat"))
    readLate = try database.prepare(join("t.at_ms, t.attributes", "late_attribute"))
    readLinked = try database.prepare(join("t.kind, t.at_ms, t.reason_ref", "linked_event"))
    readTellers = try database.prepare(join("t.kind, t.source_ref, t.at_ms", "teller"))
    // Names the columns, since a ledger may have them in another order.
    let columns = DeliveryRow.columns.joined(separator: ", ")
    insertNew = try database.prepare("INSERT INTO delivery(\(columns)) SELECT * FROM new_delivery")
    replaceChanged = try database.prepare(
      "INSERT OR REPLACE INTO delivery(\(columns)) SELECT * FROM changed_delivery")
    beside = try OverflowTables(in: database)
    messages = try MessageTable(in: database)
    links = try LinkMarks(in: database, batches: ["new_delivery", "changed_delivery"])
  }

  /// The stored deliveries of a chunk's groups under every AppKey, in the order of the groups; of a group that is
  /// continued they were given before.
  ///
  /// - Parameter limit: messages from here on are new, so the ledger holds nothing of them.
  func read(_ groups: [DeliveryGroup], below limit: Int64) throws -> [StoredDelivery] {
    setKeys(groups.indices.lazy.filter { groups[$0].message < limit && !groups[$0].isContinued }, groups)
    guard keys.rowCount > 0 else { return [] }
    var stored: [StoredDelivery] = []
    var incomplete: [Int] = []
    var (hasLinked, hasTellers) = (false, false)
    do {
      defer { readRows.reset() }
      while try readRows.step() {
        let place = Int(readRows.integer(0))
        stored.append(
          StoredDelivery(
            place: place, app: readRows.integer(1), state: DeliveryRow.state(of: readRows, from: 2)))
        guard DeliveryRow.hasBesides(readRows, from: 2) else { continue }
        if incomplete.last != place { incomplete.append(place) }
        if DeliveryRow.hasLinked(readRows, from: 2) { hasLinked = true }
        if DeliveryRow.hasTellers(readRows, from: 2) { hasTellers = true }
      }
    }
    if !incomplete.isEmpty {
      setKeys(incomplete, groups)
      try readBesides(&stored)
      if hasLinked { try readLinked(&stored) }
      if hasTellers { try readTellers(&stored) }
    }
    return stored
  }

  private func setKeys(_ places: some Sequence<Int>, _ groups: [DeliveryGroup]) {
    keys.removeAll()
    for place in places {
      let group = groups[place]
      let cells: InlineArray<3, Int64> = [Int64(place), group.message, group.device.cell(in: keys)]
      keys.append(cells.span)
    }
  }

  private func readBesides(_ stored: inout [StoredDelivery]) throws {
    // Both tables come in the order of the keys, as the rows did, so one walk finds each owner.
    var index = 0
    defer {
      readRepeats.reset()
      readLate.reset()
    }
    while try readRepeats.step() {
      guard let kind = EventKind(stored: readRepeats.integer(2)) else { continue }
      try Self.advance(&index, stored, readRepeats)
      _ = stored[index].state.insertRepeat(
        RepeatedEvent(kind: kind, time: readRepeats.integer(3), raw: readRepeats.integer(4)))
    }
    index = 0
    while try readLate.step() {
      guard let attributes = UInt16(exactly: readLate.integer(3)) else { continue }
      try Self.advance(&index, stored, readLate)
      stored[index].state.late.append(LateAttributes(time: readLate.integer(2), attributes: attributes))
    }
  }

  private func readLinked(_ stored: inout [StoredDelivery]) throws {
    var index = 0
    defer { readLinked.reset() }
    while try readLinked.step() {
      guard let kind = EventKind(stored: readLinked.integer(2)) else { continue }
      try Self.advance(&index, stored, readLinked)
      stored[index].state.linked.append(
        RepeatedEvent(kind: kind, time: readLinked.integer(3), raw: readLinked.integer(4)))
    }
  }

  private func readTellers(_ stored: inout [StoredDelivery]) throws {
    var index = 0
    defer { readTellers.reset() }
    while try readTellers.step() {
      guard let kind = EventKind(stored: readTellers.integer(2)) else { continue }
      try Self.advance(&index, stored, readTellers)
      stored[index].state.tellings.append(
        Attribution(kind: kind, source: readTellers.integer(3), time: readTellers.integer(4)))
    }
  }

  private static func advance(_ index: inout Int, _ stored: [StoredDelivery], _ row: Statement) throws {
    let (place, app) = (Int(row.integer(0)), row.integer(1))
    while index < stored.count, (stored[index].place, stored[index].app) != (place, app) { index += 1 }
    guard index < stored.count else { throw LedgerError.inconsistent("an event stands beside no delivery") }
  }
}

extension DeliveryTable: DeliveryOutput {
  func write(_ delivery: borrowing MergedDelivery, of group: borrowing DeliveryGroup) throws {
    DeliveryRow.append(
      delivery.state, of: group, app: delivery.app, to: delivery.isStored ? changedRows : newRows)
    try beside.write(delivery, of: group)
  }

  mutating func add(_ change: MessageChange, to message: Int64) { changes.add(change, to: message) }

  /// Writes what was put down.
  mutating func flush() throws {
    try links.mark()
    if newRows.rowCount > 0 { try insertNew.run() }
    if changedRows.rowCount > 0 { try replaceChanged.run() }
    newRows.removeAll()
    changedRows.removeAll()
    try beside.flush()
    try messages.write(changes.take(isLast: true))
  }
}

/// A delivery as it was read from the store.
struct StoredDelivery {
  var place: Int
  var app: Int64
  var state: DeliveryState
}
