import ReceiptModel
import SQLite

/// The rows that a delivery's row has no room for: repeated events, late attributes, which events are linked ones, and
/// who told what where several did.
final class OverflowTables {
  private let repeats: RowBatch
  private let insertRepeats: Statement
  private let deleteLate: Statement
  private let late: RowBatch
  private let insertLate: Statement
  private let linked: RowBatch
  private let insertLinked: Statement
  private let deleteLinked: Statement
  private let deleteRepeats: Statement
  private let tellers: RowBatch
  private let insertTellers: Statement
  private let deleteTellers: Statement

  static let repeatColumns = ["message_ref", "device", "app_ref", "kind", "at_ms", "raw_ref"]
  static let lateColumns = ["message_ref", "device", "app_ref", "at_ms", "attributes"]
  static let linkedColumns = ["message_ref", "device", "app_ref", "kind", "at_ms", "reason_ref"]
  static let tellerColumns = ["message_ref", "device", "app_ref", "kind", "source_ref", "at_ms"]

  init(in database: Database) throws {
    repeats = try RowBatch(name: "new_repeat", columns: Self.repeatColumns, in: database)
    late = try RowBatch(name: "new_late", columns: Self.lateColumns, in: database)
    insertRepeats = try database.prepare("INSERT OR IGNORE INTO repeat SELECT * FROM new_repeat")
    linked = try RowBatch(name: "new_linked", columns: Self.linkedColumns, in: database)
    let whose = "WHERE message_ref = ?1 AND device = ?2 AND app_ref = ?3"
    deleteLate = try database.prepare("DELETE FROM late_attribute \(whose)")
    deleteLinked = try database.prepare("DELETE FROM linked_event \(whose)")
    deleteRepeats = try database.prepare("DELETE FROM repeat \(whose)")
    insertLate = try database.prepare("INSERT INTO late_attribute SELECT * FROM new_late")
    insertLinked = try database.prepare("INSERT INTO linked_event SELECT * FROM new_linked")
    tellers = try RowBatch(name: "new_teller", columns: Self.tellerColumns, in: database)
    deleteTellers = try database.prepare("DELETE FROM teller \(whose)")
    insertTellers = try database.prepare("INSERT INTO teller SELECT * FROM new_teller")
  }

  /// Takes what stands beside the row of `delivery`, to be written by `flush`.
  func write(_ delivery: borrowing MergedDelivery, of group: borrowing DeliveryGroup) throws {
    if delivery.hadLate { try run(deleteLate, delivery, of: group) }
    if delivery.hadLinked { try run(deleteLinked, delivery, of: group) }
    if delivery.hadTellings { try run(deleteTellers, delivery, of: group) }
    if delivery.hadMoreRepeats { try run(deleteRepeats, delivery, of: group) }
    guard delivery.state.hasBesides else { return }
    try Self.append(delivery, of: group, repeats: repeats, late: late, tellers: tellers) {
      try flushRepeats()
    }
    for event in delivery.state.linked {
      let cells: InlineArray<6, Int64> = [
        group.message, group.device.cell(in: linked), delivery.app, Int64(event.kind.rawValue), event.time,
        event.raw,
      ]
      linked.append(cells.span)
    }
  }

  private func run(
    _ delete: Statement, _ delivery: borrowing MergedDelivery, of group: borrowing DeliveryGroup
  ) throws {
    delete.bind(group.message, at: 1)
    group.device.bind(to: delete, at: 2)
    delete.bind(delivery.app, at: 3)
    try delete.run()
  }

  /// Writes what was taken.
  func flush() throws {
    try flushRepeats()
    if late.rowCount > 0 { try insertLate.run() }
    if linked.rowCount > 0 { try insertLinked.run() }
    if tellers.rowCount > 0 { try insertTellers.run() }
    late.removeAll()
    linked.removeAll()
    tellers.removeAll()
  }

  private func flushRepeats() throws {
    if repeats.rowCount > 0 { try insertRepeats.run() }
    repeats.removeAll()
  }

  /// Repeats that a batch has room for: one delivery may have any number of them.
  private static let repeatLimit = 16_384

  /// Adds what stands beside the row of `delivery` to batches of the tables' columns, in the order of their keys.
  ///
  /// - Parameter whenFull: empties `repeats`.
  static func append(
    _ delivery: borrowing MergedDelivery, of group: borrowing DeliveryGroup, repeats: RowBatch,
    late: RowBatch,
    tellers: RowBatch, whenFull: () throws -> Void
  ) rethrows {
    for event in delivery.state.repeats {
      if repeats.rowCount >= repeatLimit { try whenFull() }
      let cells: InlineArray<6, Int64> = [
        group.message, group.device.cell(in: repeats), delivery.app, Int64(event.kind.rawValue), event.time,
        event.raw,
      ]
      repeats.append(cells.span)
    }
    for entry in delivery.state.late {
      let cells: InlineArray<5, Int64> = [
        group.message, group.device.cell(in: late), delivery.app, entry.time, Int64(entry.attributes),
      ]
      late.append(cells.span)
    }
    for telling in delivery.state.tellings {
      let cells: InlineArray<6, Int64> = [
        group.message, group.device.cell(in: tellers), delivery.app, Int64(telling.kind.rawValue),
        telling.source, telling.time,
      ]
      tellers.append(cells.span)
    }
  }
}
