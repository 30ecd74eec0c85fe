import SQLite

/// Some columns of a table or view of sums by hour: out of the file's pages, or by SQL where only SQLite knows the rows.
struct SumRows {
  private var pages: TableScan?
  /// In the table, of each column.
  private let places: [Int]
  private let selected: Statement

  /// - Parameter columns: integers; the hour, by which the table's key begins, is the first.
  /// - Throws: `SQLiteError`.
  init(of table: String, columns: [String], in database: Database) throws {
    pages = try TableScan(table, of: database)
    places = try Self.places(of: columns, in: table, database)
    selected = try Self.select(columns, of: table, in: database)
  }

  /// The slow twin.
  static func select(_ columns: [String], of table: String, in database: Database) throws -> Statement {
    try database.prepare(
      "SELECT \(columns.joined(separator: ", ")) FROM \(table) WHERE hour BETWEEN ?1 AND ?2 ORDER BY hour")
  }

  /// Calls `body` with the columns of each row of some hours, those of an hour together.
  mutating func forEach(in hours: ClosedRange<Int64>, _ body: (Span<Int64>) throws -> Void) throws {
    var values = [Int64](repeating: 0, count: places.count)
    let places = places
    let done: Void? = try pages?.forEachRow(in: hours) { cells, _ in
      for column in places.indices { values[column] = cells[places[column]] }
      try body(values.span)
    }
    if done != nil { return }
    selected.bind(hours.lowerBound, at: 1)
    selected.bind(hours.upperBound, at: 2)
    defer { selected.reset() }
    while try selected.step() {
      for column in values.indices { values[column] = selected.integer(column) }
      try body(values.span)
    }
  }

  private static func places(of columns: [String], in table: String, _ database: Database) throws -> [Int] {
    let rows = try database.prepare("SELECT name, cid FROM pragma_table_xinfo(?1)")
    rows.bind(table, at: 1)
    var known: [String: Int] = [:]
    while try rows.step() { known[rows.text(0)] = Int(rows.integer(1)) }
    return try columns.map { column in
      guard let place = known[column] else {
        throw LedgerError.inconsistent("\(table) has no column \(column)")
      }
      return place
    }
  }
}
