import SQLite

extension LedgerReader {
  /// How the store is kept, for reports of problems.
  package func storeFacts() throws -> [(name: String, value: String)] {
    let pageSize = try database.integer("PRAGMA page_size") ?? 0
    let pages = try database.integer("PRAGMA page_count") ?? 0
    return [
      ("schema", String(try database.integer("PRAGMA user_version") ?? 0)),
      ("journal mode", try database.text("PRAGMA journal_mode") ?? ""),
      ("size", "\(pages * pageSize) bytes in \(pages) pages of \(pageSize)"),
      ("deliveries", String(try database.integer("SELECT count(*) FROM delivery") ?? 0)),
    ]
  }

  /// What SQLite finds wrong with the file, at most ten sentences; a few seconds on a large one.
  package func quickCheck() throws -> [String] {
    let rows = try database.prepare("PRAGMA quick_check(10)")
    var problems: [String] = []
    while try rows.step() { if rows.text(0) != "ok" { problems.append(rows.text(0)) } }
    return problems
  }
}
