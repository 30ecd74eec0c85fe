/// What has to be known of a table to write its rows past SQLite.
struct TableShape: Sendable {
  let rootPage: UInt32
  /// All columns, in the order they are stored in: those of the key first.
  let columns: [String]
  let keyColumns: Int

  /// Reads the shapes of all tables that can be built.
  ///
  /// Left out are tables with a rowid, with further indexes, generated columns, or a key whose order is not
  /// ascending by bytes.
  static func all(in database: Database) throws -> [String: TableShape] {
    let tables = try database.prepare(
      """
      SELECT s.name, s.rootpage, l.ncol FROM sqlite_schema AS s JOIN pragma_table_list AS l ON l.name = s.name
      WHERE s.type = 'table' AND l.schema = 'main' AND l.wr = 1
        AND (SELECT count(*) FROM pragma_index_list(s.name)) = 1
        AND NOT EXISTS (SELECT * FROM pragma_table_xinfo(s.name) AS c WHERE c.hidden <> 0)
      """)
    // Of a WITHOUT ROWID table this lists what its b-tree holds: the key, then all other columns.
    let stored = try database.prepare(
      """
      SELECT x.name, x.key, x.desc, x.coll FROM pragma_index_list(?1) AS i, pragma_index_xinfo(i.name) AS x
      WHERE i.origin = 'pk' ORDER BY x.seqno
      """)
    var shapes: [String: TableShape] = [:]
    while try tables.step() {
      let name = tables.text(0)
      stored.bind(name, at: 1)
      defer { stored.reset() }
      var (columns, keyColumns, isPlain): ([String], Int, Bool) = ([], 0, true)
      while try stored.step() {
        columns.append(stored.text(0))
        if stored.integer(1) == 1 {
          keyColumns += 1
          isPlain = isPlain && stored.integer(2) == 0 && stored.text(3) == "BINARY"
        }
      }
      guard isPlain, columns.count == Int(tables.integer(2)) else { continue }
      shapes[name] = TableShape(
        rootPage: UInt32(clamping: tables.integer(1)), columns: columns, keyColumns: keyColumns)
    }
    return shapes
  }
}
