import SQLite

extension LedgerReader {
  /// Views of this program whose text differs from the one it makes; damage there would change answers and no row.
  ///
  /// White space does not count.
  func strangeViews() throws -> [String] {
    let fresh = try Database(path: ":memory:", mode: .memory)
    try fresh.execute(Schema.statements)
    let found = try Self.views(of: database)
    return try Self.views(of: fresh).filter { !Self.isAlike(found[$0.key], $0.value) }.keys.sorted().map {
      "the view \($0) is not the one that this program makes"
    }
  }

  private static func isAlike(_ found: String?, _ text: String) -> Bool {
    if found == text { return true }
    return found?.split(whereSeparator: \.isWhitespace) == text.split(whereSeparator: \.isWhitespace)
  }

  /// The text of each view.
  private static func views(of database: Database) throws -> [String: String] {
    let rows = try database.prepare("SELECT name, sql FROM main.sqlite_schema WHERE type = 'view'")
    var views: [String: String] = [:]
    while try rows.step() { views[rows.text(0)] = rows.text(1) }
    return views
  }
}
