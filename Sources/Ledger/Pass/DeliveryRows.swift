import SQLite

/// The rows of deliveries, message by message: out of the file's pages, or by SQL where only SQLite knows them.
struct DeliveryRows {
  private var pages: TableScan?
  private let selected: Statement
  private var message: Int64 = 0
  /// Whether the selected row was not taken yet.
  private var isWaiting = false

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

  /// Goes to the first row of a message; it is quick for messages in the order of their references.
  mutating func begin(_ message: Int64) throws {
    self.message = message
    guard pages == nil else {
      try pages?.seek(message)
      return
    }
    selected.reset()
    selected.bind(message, at: 1)
    isWaiting = try selected.step()
  }

  /// Calls `body` with device, AppKey and the cells behind the key of the message's next rows, in the order of the key, as
  /// long as it takes them.
  ///
  /// - Returns: whether all were taken.
  mutating func take(_ body: (StoredDevice, _ app: Int64, Span<Int64>) throws -> Bool) throws -> Bool {
    let isAtEnd = try pages?.takeRows(through: message) { cells, bytes, _ in
      try body(StoredDevice(cells[1], in: bytes), cells[2], cells.extracting(DeliveryRow.key..<cells.count))
    }
    if let isAtEnd { return isAtEnd }
    while isWaiting {
      let cells = DeliveryRow.cells(of: selected, from: 2)
      guard try body(StoredDevice(selected, at: 0), selected.integer(1), cells.span) else { return false }
      isWaiting = try selected.step()
    }
    return true
  }
}
