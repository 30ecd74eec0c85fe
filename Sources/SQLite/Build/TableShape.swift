/// What has to be known of a table, or of an index of one, to write its rows past SQLite.
struct TableShape: Sendable {
  let rootPage: UInt32
  /// All columns, in the order they are stored in: those of the key first; what an expression of an index gives has no
  /// name.
  let columns: [String]
  let keyColumns: Int
  /// Of an index: the table that has as many rows.
  let table: String?

  /// Reads the shapes of all tables that can be built, and of their indexes.
  ///
  /// Left out are tables with a rowid, with generated columns, or with a key or an index that is not ascending by bytes
  /// and of all rows.
  static func all(in database: Database) throws -> [String: TableShape] {
    // Of a WITHOUT ROWID table, its key lists what its b-tree holds; of its indexes, each does with the key behind it.
    let trees = try database.prepare(
      """
      SELECT s.name, i.origin, i.partial, iif(i.origin = 'pk', s.rootpage, x.rootpage), i.name, l.ncol
      FROM sqlite_schema AS s JOIN pragma_table_list AS l ON l.name = s.name JOIN pragma_index_list(s.name) AS i
        LEFT JOIN sqlite_schema AS x ON x.type = 'index' AND x.name = i.name
      WHERE s.type = 'table' AND l.schema = 'main' AND l.wr = 1
        AND NOT EXISTS (SELECT * FROM pragma_table_xinfo(s.name) AS c WHERE c.hidden <> 0)
      """)
    let stored = try database.prepare(
      "SELECT name, key, desc, coll FROM pragma_index_xinfo(?1) ORDER BY seqno")
    var shapes: [String: TableShape] = [:]
    var unsuitable: Set<String> = []
    while try trees.step() {
      let (table, isKey) = (trees.text(0), trees.text(1) == "pk")
      stored.bind(trees.text(4), at: 1)
      defer { stored.reset() }
      var (columns, keyColumns, isPlain): ([String], Int, Bool) = ([], 0, trees.integer(2) == 0)
      while try stored.step() {
        columns.append(stored.text(0))
        if stored.integer(1) == 1 {
          keyColumns += 1
          isPlain = isPlain && stored.integer(2) == 0 && stored.text(3) == "BINARY"
        }
      }
      guard isPlain, !isKey || columns.count == Int(trees.integer(5)) else {
        unsuitable.insert(table)
        continue
      }
      shapes[isKey ? table : trees.text(4)] = TableShape(
        rootPage: UInt32(clamping: trees.integer(3)), columns: columns,
        // An index may hold a value twice; only with the table's key behind it all are different.
        keyColumns: isKey ? keyColumns : columns.count, table: isKey ? nil : table)
    }
    return shapes.filter { !unsuitable.contains($0.value.table ?? $0.key) }
  }
}
