/// Fills empty WITHOUT ROWID tables of a closed database, and their indexes, by writing their pages, some ten times as fast
/// as SQL.
///
/// ```swift
/// let build = try TableBuild(path: path)
/// var segment = try build.segment(of: "delivery")
/// try segment.append(batch)  // any number of times, in key order
/// try build.finish([try segment.finish()])
/// ```
///
/// What results is what `INSERT` would have stored, in fuller pages: the same rows, byte for byte. Values must be of
/// the types of their columns, since no affinity converts them, and nothing but the order of the keys is checked. So
/// run `PRAGMA quick_check` afterwards, which also finds NULL where it must not stand.
///
/// The build goes past SQLite's locks and journal: nobody else may have the file open, and when it does not come to
/// its end the file may be damaged. So it is for a file of its own, which gets its place by renaming.
package final class TableBuild: Sendable {
  private let file: PageFile
  private let shapes: [String: TableShape]

  /// Opens a database that SQLite made and closed: UTF-8, a rollback journal, no auto-vacuum, no reserved bytes.
  ///
  /// - Throws: `TableBuildError.unsuitable`, `.io`, or `SQLiteError`.
  package init(path: String) throws {
    let resolved = try StorePath.resolve(path)
    // Closed before the file is opened past SQLite.
    shapes = try TableShape.all(in: Database(path: resolved, mode: .readOnly))
    file = try PageFile(path: resolved)
  }

  /// A new part of a table's rows; parts of one table may be built at once, on several threads.
  ///
  /// Whoever builds a table builds its indexes, too: their rows are the indexed columns, or what indexed expressions give,
  /// and behind them the table's key, in the order of both. That they hold what the table holds is the caller's business;
  /// here they are counted.
  ///
  /// - Parameter table: a table, or an index by its own name.
  /// - Throws: `unsuitable` for a table with rows, a rowid, a generated column, or a key or an index that is not
  ///   ordered by bytes and of all rows.
  package func segment(of table: String, filling: LeafOptions = LeafOptions()) throws(TableBuildError)
    -> TableSegment
  {
    TableSegment(table: table, shape: try shape(of: table), file: file, filling: filling)
  }

  /// Links the parts into their tables and closes the file; can be called once.
  ///
  /// The caller flushes the file to the disk before anything relies on it.
  ///
  /// - Parameter runs: of every segment that was begun, for the pages of one that is missing would belong to nothing;
  ///   those of a table in key order.
  /// - Throws: `notAscending` when they are not, `unsuitable`, `io`.
  package func finish(_ runs: [LeafPages]) throws(TableBuildError) {
    var chains: [(table: String, chain: LeafChain)] = []
    for run in runs {
      let place = chains.firstIndex { $0.table == run.table } ?? chains.count
      if place == chains.count { chains.append((run.table, LeafChain(in: file))) }
      try chains[place].chain.append(run)
    }
    try count(runs)
    for (table, chain) in chains { try link(chain, to: try shape(of: table).rootPage) }
    try file.commit()
  }

  private func count(_ runs: [LeafPages]) throws(TableBuildError) {
    let rows = runs.reduce(into: [String: Int]()) { $0[$1.table, default: 0] += $1.rowCount }
    for (name, shape) in shapes {
      guard let table = shape.table, rows[name, default: 0] != rows[table, default: 0] else { continue }
      throw .unsuitable(path: file.path, why: "\(name) has not as many rows as \(table)")
    }
  }

  /// Builds the levels above the leaves; the topmost page becomes the root, which keeps its number.
  private func link(_ leaves: LeafChain, to root: UInt32) throws(TableBuildError) {
    var leaves = leaves
    var row = try leaves.finish()
    guard var top = leaves.open else { return }
    while row.pages.count > 1 {
      let level = InteriorLevel(above: row, pageSize: file.pageSize)
      top = level.pages[0]
      let isTop = level.pages.count == 1
      row = SiblingPages(
        pages: isTop ? [] : try file.append(level.pages.flatMap { $0 }[...]), dividers: level.dividers)
    }
    try file.write(top[...], at: root)
  }

  private func shape(of table: String) throws(TableBuildError) -> TableShape {
    guard let shape = shapes[table] else {
      throw .unsuitable(path: file.path, why: "\(table) is no table that can be built")
    }
    guard try file.read(shape.rootPage).starts(with: [BTreePage.leafType, 0, 0, 0, 0]) else {
      throw .unsuitable(path: file.path, why: "\(table) has rows")
    }
    return shape
  }
}
