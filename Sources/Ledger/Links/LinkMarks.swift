import SQLite

/// Notes the messages whose links have to be looked at again, in the transaction that changes what those links follow
/// from.
struct LinkMarks {
  private let hasAliases: Statement
  private let marks: [Statement]

  /// - Parameter batches: tables of deliveries that were written, with the columns `message_ref` and `device`.
  init(in database: Database, batches: [String]) throws {
    hasAliases = try database.prepare("SELECT EXISTS (SELECT 1 FROM alias)")
    marks = try batches.map {
      try database.prepare(
        """
        INSERT OR IGNORE INTO link_pending
        SELECT m.ref FROM (SELECT DISTINCT message_ref FROM \($0)) AS b CROSS JOIN message AS m ON m.ref = b.message_ref
        WHERE \(LinkDefinition.isName("m"))
        UNION
        SELECT m.ref FROM \($0) AS b CROSS JOIN alias AS a ON a.message_ref = b.message_ref AND a.device IN (b.device, '')
          CROSS JOIN message AS m ON m.message_id = a.name
        """)
    }
  }

  /// Marks what the batches touch.
  func mark() throws {
    defer { hasAliases.reset() }
    guard try hasAliases.step(), hasAliases.integer(0) != 0 else { return }
    for mark in marks { try mark.run() }
  }
}

/// The same for aliases and tokens, one by one.
struct NoteMarks {
  private let alias: Statement
  private let token: Statement

  init(in database: Database) throws {
    // A name may also stop links from leading to the message that has it as its id.
    alias = try database.prepare(
      """
      INSERT OR IGNORE INTO link_pending
      SELECT ref FROM message WHERE message_id = ?1
      UNION
      SELECT f.ref FROM message AS m CROSS JOIN alias AS a ON a.message_ref = m.ref
        CROSS JOIN message AS f ON f.message_id = a.name
      WHERE m.message_id = ?1
      """)
    token = try database.prepare(
      "INSERT OR IGNORE INTO link_pending SELECT message_ref FROM link WHERE device = ?1")
  }

  /// Marks what a new name touches.
  func mark(name: String) throws {
    alias.bind(name, at: 1)
    try alias.run()
  }

  /// Marks what a new entry of the map of tokens touches.
  func mark(token text: String) throws {
    StoredDevice(text).bind(to: token, at: 1)
    try token.run()
  }
}
