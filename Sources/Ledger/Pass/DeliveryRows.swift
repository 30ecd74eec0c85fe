import SQLite

/// The rows of deliveries, message by message: out of the file's pages, or by SQL where only SQLite knows them.
struct DeliveryRows {
  private var pages: TableScan?
  private let selected: Statement

  init(in database: Database) throws {
    pages = try TableScan("delivery", of: database)
    selected = try Self.select(in: database)
  }

  /// The slow twin.
  static func select(in database: Database) throws -> Statement {
    try database.prepare(
      """
      SELECT \(DeliveryRow.columns.dropFirst().joined(separator: ", ")) FROM delivery
      WHERE message_ref = ?1 ORDER BY device, app_ref
      """)
  }

  /// Calls `body` with device, AppKey and the cells behind the key of each row of a message, in the order of the key.
  ///
  /// It is quick for messages in the order of their references.
  mutating func forEach(
    of message: Int64, _ body: (StoredDevice, _ app: Int64, Span<Int64>) throws -> Void
  ) throws {
    let done: Void? = try pages?.forEachRow(of: message) { cells, bytes in
      try body(
        StoredDevice(cells[1], in: bytes), cells[2], cells.extracting(DeliveryRow.key..<cells.count))
    }
    if done != nil { return }
    selected.bind(message, at: 1)
    defer { selected.reset() }
    while try selected.step() {
      let cells = DeliveryRow.cells(of: selected, from: 2)
      try body(StoredDevice(selected, at: 0), selected.integer(1), cells.span)
    }
  }
}
