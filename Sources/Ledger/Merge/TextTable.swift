import SQLite

/// A dictionary table of one text column: the same text always has the same reference, which counts from 0 or 1.
struct TextTable {
  private let find: Statement
  private let insert: Statement
  /// The reference that the next new text will get; all known ones are below.
  private(set) var next: Int64

  /// - Parameter first: the first reference of an empty table.
  init(_ table: String, column: String, first: Int64 = 0, in database: Database) throws {
    find = try database.prepare("SELECT ref FROM \(table) WHERE \(column) = ?1")
    insert = try database.prepare("INSERT INTO \(table)(ref, \(column)) VALUES (?1, ?2)")
    next = try database.integer("SELECT max(ref) + 1 FROM \(table)") ?? first
  }

  /// The reference of `text`, which is added if it is new.
  mutating func intern(_ text: String) throws -> Int64 {
    find.bind(text, at: 1)
    defer { find.reset() }
    if try find.step() { return find.integer(0) }
    insert.bind(next, at: 1)
    insert.bind(text, at: 2)
    try insert.run()
    next += 1
    return next - 1
  }
}
