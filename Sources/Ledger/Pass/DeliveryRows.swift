import SQLite

/// The rows of deliveries, message by message: out of the file's pages, or by SQL where only SQLite knows them.
enum DeliveryRows {
  case pages(TableScan)
  case selected(Statement)

  init(in database: Database) throws {
    self = try TableScan("delivery", of: database).map(Self.pages) ?? .selected(Self.select(in: database))
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
  func forEach(
    of message: Int64, _ body: (StoredDevice, _ app: Int64, Span<Int64>) throws -> Void
  ) throws {
    switch self {
    case .pages(let scan):
      try scan.forEachRow(of: message) { cells, bytes in
        try body(
          StoredDevice(cells[1], in: bytes), cells[2], cells.extracting(DeliveryRow.key..<cells.count))
      }
    case .selected(let rows):
      rows.bind(message, at: 1)
      defer { rows.reset() }
      while try rows.step() {
        let cells = DeliveryRow.cells(of: rows, from: 2)
        try body(StoredDevice(rows, at: 0), rows.integer(1), cells.span)
      }
    }
  }
}
