internal import ReceiptModel
internal import SQLite

/// The rows that a delivery's row has no room for: repeated events and late attributes.
struct BesideTables {
  private let repeats: RowBatch
  private let insertRepeats: Statement
  private let deleteLate: Statement
  private let insertLate: Statement

  init(in database: Database) throws {
    repeats = try RowBatch(
      name: "new_repeat", columns: ["message_ref", "device", "app_ref", "kind", "at_ms", "raw_ref"],
      in: database)
    insertRepeats = try database.prepare("INSERT OR IGNORE INTO repeat SELECT * FROM new_repeat")
    deleteLate = try database.prepare(
      "DELETE FROM late_attribute WHERE message_ref = ?1 AND device = ?2 AND app_ref = ?3")
    insertLate = try database.prepare(
      "INSERT INTO late_attribute(message_ref, device, app_ref, at_ms, attributes) VALUES (?1, ?2, ?3, ?4, ?5)"
    )
  }

  /// Puts down what stands beside the row of `delivery`, to be written by `flush` at the latest.
  func write(_ delivery: MergedDelivery, of group: DeliveryGroup) throws {
    for event in delivery.state.repeats {
      let cells: InlineArray<6, Int64> = [
        group.message, group.device.cell(in: repeats), delivery.app, Int64(event.kind.rawValue), event.time,
        event.raw,
      ]
      repeats.append(cells.span)
    }
    if repeats.rowCount >= 4096 { try flush() }
    if delivery.hadLate || !delivery.state.late.isEmpty { try writeLate(delivery, group) }
  }

  func flush() throws {
    guard repeats.rowCount > 0 else { return }
    try insertRepeats.run()
    repeats.removeAll()
  }

  private func writeLate(_ delivery: MergedDelivery, _ group: DeliveryGroup) throws {
    if delivery.hadLate {
      deleteLate.bind(group.message, at: 1)
      group.device.bind(to: deleteLate, at: 2)
      deleteLate.bind(delivery.app, at: 3)
      try deleteLate.run()
    }
    for entry in delivery.state.late {
      insertLate.bind(group.message, at: 1)
      group.device.bind(to: insertLate, at: 2)
      insertLate.bind(delivery.app, at: 3)
      insertLate.bind(entry.time, at: 4)
      insertLate.bind(Int64(entry.attributes), at: 5)
      try insertLate.run()
    }
  }
}
