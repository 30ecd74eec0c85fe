import SQLite

/// A dictionary table of one text column: the same text always has the same reference, which counts from 0 or 1.
struct TextTable {
  private let find: Statement
  private let insert: Statement
  private let database: Database
  /// The reference that the next new text will get; all known ones are below.
  private(set) var next: Int64
  /// Whether the text before was new, as the next one is likely to be, too: adding it finds out whether it is there.
  private var expectsNew = true

  /// - Parameter first: the first reference of an empty table.
  init(_ table: String, column: String, first: Int64 = 0, in database: Database) throws {
    self.database = database
    find = try database.prepare("SELECT ref FROM \(table) WHERE \(column) = ?1")
    insert = try database.prepare(
      "INSERT INTO \(table)(ref, \(column)) VALUES (?1, ?2) ON CONFLICT(\(column)) DO NOTHING")
    next = try database.integer("SELECT max(ref) + 1 FROM \(table)") ?? first
  }

  /// The reference of `text`, which is added if it is new.
  mutating func intern(_ text: String) throws -> Int64 {
    if expectsNew, try add(text) { return next - 1 }
    find.bind(text, at: 1)
    defer { find.reset() }
    expectsNew = try !find.step()
    guard expectsNew else { return find.integer(0) }
    _ = try add(text)
    return next - 1
  }

  /// Adds a text unless it is there.
  private mutating func add(_ text: String) throws -> Bool {
    insert.bind(next, at: 1)
    insert.bind(text, at: 2)
    try insert.run()
    guard database.changes > 0 else { return false }
    next += 1
    return true
  }
}
