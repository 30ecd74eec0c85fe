internal import ReceiptModel
internal import SQLite

/// A delivery's row and the rows beside it, in and out of the store, thousands at a time.
///
/// Reading and writing go through batches: one statement joins a batch of keys with the table, one inserts a batch of
/// rows, instead of a statement for each delivery.
struct DeliveryTable {
  private let database: Database
  private let keys: RowBatch
  private let newRows: RowBatch
  private let changedRows: RowBatch
  private let repeatRows: RowBatch
  private let readRows: Statement
  private let readRepeats: Statement
  private let readLate: Statement
  private let insertNew: Statement
  private let replaceChanged: Statement
  private let insertRepeats: Statement
  private let deleteLate: Statement
  private let insertLate: Statement

  private static let rowColumns =
    ["message_ref", "device", "app_ref", "base_ms"] + Schema.kindColumns
    + ["context_ref", "build_ref", "network_ref", "reason_ref"]

  init(in database: Database) throws {
    self.database = database
    keys = try RowBatch(name: "touched_key", columns: ["place", "message_ref", "device"], in: database)
    newRows = try RowBatch(name: "new_delivery", columns: Self.rowColumns, in: database)
    changedRows = try RowBatch(name: "changed_delivery", columns: Self.rowColumns, in: database)
    repeatRows = try RowBatch(
      name: "new_repeat", columns: ["message_ref", "device", "app_ref", "kind", "at_ms", "raw_ref"],
      in: database)
    func join(_ columns: String, _ table: String) -> String {
      "SELECT k.place, t.app_ref, \(columns) FROM touched_key AS k CROSS JOIN \(table) AS t "
        + "ON t.message_ref = k.message_ref AND t.device = k.device"
    }
    let values = Self.rowColumns.dropFirst(3).map { "t.\($0)" }.joined(separator: ", ")
    readRows = try database.prepare(join(values, "delivery"))
    readRepeats = try database.prepare(join("t.kind, t.at_ms, t.raw_ref", "repeat"))
    readLate = try database.prepare(join("t.at_ms, t.attributes", "late_attribute"))
    insertNew = try database.prepare("INSERT INTO delivery SELECT * FROM new_delivery")
    replaceChanged = try database.prepare("INSERT OR REPLACE INTO delivery SELECT * FROM changed_delivery")
    insertRepeats = try database.prepare("INSERT OR IGNORE INTO repeat SELECT * FROM new_repeat")
    deleteLate = try database.prepare(
      "DELETE FROM late_attribute WHERE message_ref = ?1 AND device = ?2 AND app_ref = ?3")
    insertLate = try database.prepare(
      "INSERT INTO late_attribute(message_ref, device, app_ref, at_ms, attributes) VALUES (?1, ?2, ?3, ?4, ?5)"
    )
  }

  /// The stored deliveries of each key under every AppKey, in the order of the keys.
  func read(_ wanted: [DeliveryGroupKey]) throws -> [StoredDelivery] {
    guard !wanted.isEmpty else { return [] }
    keys.removeAll()
    for key in wanted {
      let cells: InlineArray<3, Int64> = [Int64(key.place), key.message, key.device.cell(in: keys)]
      keys.append(cells.span)
    }
    var stored: [StoredDelivery] = []
    defer { readRows.reset() }
    while try readRows.step() {
      var state = DeliveryState()
      state.base = readRows.integer(2)
      for kind in 0..<11 where !readRows.isNull(3 + kind) {
        state.times[kind] = state.base + readRows.integer(3 + kind)
      }
      state.context = readRows.integer(14)
      state.build = readRows.integer(15)
      state.network = readRows.integer(16)
      state.reason = readRows.integer(17)
      state.firstFailureBefore = state.firstFailure
      stored.append(StoredDelivery(place: Int(readRows.integer(0)), app: readRows.integer(1), state: state))
    }
    try readBesides(&stored)
    return stored
  }

  private func readBesides(_ stored: inout [StoredDelivery]) throws {
    // Both tables come in the order of the keys, as the rows did, so one walk finds each owner.
    var index = 0
    defer {
      readRepeats.reset()
      readLate.reset()
    }
    while try readRepeats.step() {
      guard let kind = EventKind(rawValue: UInt8(readRepeats.integer(2))) else { continue }
      try Self.advance(&index, stored, readRepeats)
      stored[index].state.repeats.append(
        RepeatedEvent(kind: kind, time: readRepeats.integer(3), raw: readRepeats.integer(4)))
    }
    index = 0
    while try readLate.step() {
      try Self.advance(&index, stored, readLate)
      stored[index].state.late.append(
        LateAttributes(time: readLate.integer(2), attributes: UInt16(readLate.integer(3))))
    }
  }

  private static func advance(_ index: inout Int, _ stored: [StoredDelivery], _ row: Statement) throws {
    let (place, app) = (Int(row.integer(0)), row.integer(1))
    while index < stored.count, (stored[index].place, stored[index].app) != (place, app) { index += 1 }
    guard index < stored.count else { throw LedgerError.inconsistent("an event stands beside no delivery") }
  }
}

extension DeliveryTable {
  /// Puts a delivery down to be written by `flush`.
  ///
  /// - Parameter isNew: whether the store holds no row of this key.
  func write(_ state: DeliveryState, key: DeliveryGroupKey, app: Int64, isNew: Bool, hadLate: Bool) throws {
    let batch = isNew ? newRows : changedRows
    var row = InlineArray<19, Int64>(repeating: RowBatch.null)
    row[0] = key.message
    row[1] = key.device.cell(in: batch)
    row[2] = app
    row[3] = state.base
    for kind in 0..<11 where state.times[kind] != DeliveryState.absent {
      row[4 + kind] = state.times[kind] - state.base
    }
    row[15] = state.context
    row[16] = state.build
    row[17] = state.network
    if state.reason != 0 { row[18] = state.reason }
    batch.append(row.span)
    for event in state.repeats {
      let cells: InlineArray<6, Int64> = [
        key.message, key.device.cell(in: repeatRows), app, Int64(event.kind.rawValue), event.time, event.raw,
      ]
      repeatRows.append(cells.span)
    }
    if hadLate || !state.late.isEmpty { try writeLate(state.late, key: key, app: app) }
  }

  private func writeLate(_ late: [LateAttributes], key: DeliveryGroupKey, app: Int64) throws {
    deleteLate.bind(key.message, at: 1)
    key.device.bind(to: deleteLate, at: 2)
    deleteLate.bind(app, at: 3)
    try deleteLate.run()
    for entry in late {
      insertLate.bind(key.message, at: 1)
      key.device.bind(to: insertLate, at: 2)
      insertLate.bind(app, at: 3)
      insertLate.bind(entry.time, at: 4)
      insertLate.bind(Int64(entry.attributes), at: 5)
      try insertLate.run()
    }
  }

  /// Writes what was put down.
  func flush() throws {
    if newRows.rowCount > 0 { try insertNew.run() }
    if changedRows.rowCount > 0 { try replaceChanged.run() }
    if repeatRows.rowCount > 0 { try insertRepeats.run() }
    for batch in [newRows, changedRows, repeatRows] { batch.removeAll() }
  }
}

/// A message on a device: the neighbours in the store that one push can have under several AppKeys.
struct DeliveryGroupKey {
  /// The caller's number of the group, handed back with what was stored.
  var place: Int
  var message: Int64
  var device: StoredDevice
}

/// A device id as the store keeps it.
enum StoredDevice {
  case packed(high: UInt64, low: UInt64)
  case text([UInt8])

  var isEmpty: Bool {
    if case .text(let bytes) = self { return bytes.isEmpty }
    return false
  }

  func cell(in batch: RowBatch) -> Int64 {
    switch self {
    case .packed(let high, let low): batch.blob(high: high, low: low)
    case .text(let bytes): batch.text(bytes)
    }
  }

  func bind(to statement: Statement, at index: Int) {
    switch self {
    case .packed(let high, let low):
      let bytes = [high, low].flatMap { word in
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
      }
      statement.bind(blob: bytes, at: index)
    case .text(let bytes): statement.bind(String(decoding: bytes, as: UTF8.self), at: index)
    }
  }
}

/// A delivery as it was read from the store.
struct StoredDelivery {
  var place: Int
  var app: Int64
  var state: DeliveryState
}
