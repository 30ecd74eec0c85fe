import SQLite
import Testing

/// What cannot be bound is told, and no statement runs without it.
struct StatementTests {
  @Test func `a value that cannot be bound is told by the next step, and by that alone`() throws {
    let database = try Database(path: ":memory:", mode: .memory)
    try database.execute("CREATE TABLE word(text TEXT)")
    let insert = try database.prepare("INSERT INTO word VALUES (?1)")
    insert.bind("first", at: 1)
    insert.bind("second", at: 2)
    #expect(throws: SQLiteError.self) { try insert.run() }
    #expect(try database.integer("SELECT count(*) FROM word") == 0)
    insert.bind("third", at: 1)
    try insert.run()
    #expect(try database.text("SELECT text FROM word") == "third")
  }
}
