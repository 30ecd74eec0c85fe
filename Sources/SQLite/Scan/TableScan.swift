/// Rows of a WITHOUT ROWID table, read from the pages of the file: the fast twin of selecting them.
///
/// SQLite gives a row column by column, each by a call or two, which for millions of rows takes longer than what is done
/// with them. The table's key begins with an integer that is not NULL; no column is a real.
///
/// While it is there, it reads one state of the file, as a statement would that has not come to its end; the connection
/// must not write meanwhile.
package struct TableScan {
  private let pages: FilePages
  private let root: UInt32
  /// A statement that reads: as long as it does, no writer changes the file.
  private let reading: Statement
  private var rows: PageRows
  /// The columns, and so the cells of a row.
  private let columns: Int
  /// The page that `rows` stand on, and the place of the first of them.
  private var origin: (page: UInt32, cell: Int) = (0, 0)
  /// The row of `rows` that comes next.
  private var next = 0
  /// The last number whose rows may have been given.
  private var sought = Int64.min
  /// The pages from the root to the parent of the one that `rows` has.
  private var path: [Turn] = []

  /// An interior page, and where on it the way goes on: at 2n is its nth child, at 2n + 1 the row behind it.
  private struct Turn {
    let number: UInt32
    let page: [UInt8]
    var place: Int
  }

  /// - Parameter leading: how many columns are wanted, from the first; `nil` for all.
  /// - Returns: `nil` where only SQLite knows what the rows are: in memory, within a transaction that writes, or in a
  ///   file with a write-ahead log or of another make.
  /// - Throws: `SQLiteError`.
  package init?(_ table: String, leading: Int? = nil, of database: Database) throws {
    reading = try database.prepare(
      "SELECT rootpage, (SELECT count(*) FROM pragma_table_xinfo(?1)) FROM sqlite_schema WHERE name = ?1")
    reading.bind(table, at: 1)
    // A view stands on no page.
    guard try reading.step(), reading.integer(0) > 0, database.readsItsFile else { return nil }
    guard let pages = try FilePages(of: database) else { return nil }
    self.pages = pages
    root = UInt32(clamping: reading.integer(0))
    columns = min(leading ?? .max, Int(reading.integer(1)))
    rows = PageRows(columns: columns, pageSize: pages.size)
  }

  /// Calls `body` with the rows whose key begins with a number, in the order of the key: cells as those of a `RowBatch`,
  /// and the bytes that they point into.
  ///
  /// - Throws: `SQLiteError`, also of pages that make no sense.
  package mutating func forEachRow(
    of first: Int64, _ body: (Span<Int64>, Span<UInt8>) throws -> Void
  ) throws {
    try forEachRow(in: first...first, body)
  }

  /// The same with all rows whose key begins with one of some numbers.
  package mutating func forEachRow(
    in firsts: ClosedRange<Int64>, _ body: (Span<Int64>, Span<UInt8>) throws -> Void
  ) throws {
    try seek(firsts.lowerBound)
    sought = firsts.upperBound
    while try give(upTo: firsts.upperBound, to: body) { try turn() }
  }

  /// Calls `body` with the rows of this page.
  ///
  /// - Returns: whether the next page may have more of them.
  private mutating func give(
    upTo last: Int64, to body: (Span<Int64>, Span<UInt8>) throws -> Void
  ) throws -> Bool {
    let (cells, bytes) = (rows.cells, rows.bytes)
    while next < rows.count {
      let start = next * columns
      guard cells[start] <= last else { return false }
      next += 1
      try body(cells.span.extracting(start..<start + columns), bytes.span)
    }
    return rows.count > 0
  }

  /// Calls `body` with the row that comes next, if its key begins with a number, and goes on behind it when `body` has
  /// taken it.
  ///
  /// - Returns: whether it did.
  package mutating func takeRow(
    of first: Int64, _ body: (Span<Int64>, Span<UInt8>) throws -> Bool
  ) throws -> Bool {
    if next == rows.count { try turn() }
    let start = next * columns
    guard next < rows.count, rows.cells[start] == first else { return false }
    let (cells, bytes) = (rows.cells, rows.bytes)
    guard try body(cells.span.extracting(start..<start + columns), bytes.span) else { return false }
    next += 1
    return true
  }

  /// Calls `body` with the rows that come next, as long as their keys begin with no more than a number and `body` takes
  /// them; `body` also gets the row's number, as of `rowNumber`.
  ///
  /// - Returns: whether it has taken all of them.
  package mutating func takeRows(
    through last: Int64, _ body: (Span<Int64>, Span<UInt8>, _ number: Int64) throws -> Bool
  ) throws -> Bool {
    sought = max(sought, last)
    while true {
      if next == rows.count { try turn() }
      guard next < rows.count else { return true }
      let (cells, bytes) = (rows.cells, rows.bytes)
      while next < rows.count {
        let start = next * columns
        guard cells[start] <= last else { return true }
        guard try body(cells.span.extracting(start..<start + columns), bytes.span, rowNumber) else {
          return false
        }
        next += 1
      }
    }
  }

  /// Whether there is a row where it stands: after `seek` and `advance`.
  package var hasRow: Bool { next < rows.count }

  /// A cell of the row where it stands, as that of a `RowBatch`.
  package func cell(_ column: Int) -> Int64 { rows.cells[next * columns + column] }

  /// What the cells of texts and blobs point into.
  package var bytes: [UInt8] { rows.bytes }

  /// Tells the row where it stands from all others.
  package var rowNumber: Int64 { Int64(origin.page) << 16 | Int64(origin.cell + next) }

  /// Goes to the next row.
  package mutating func advance() throws {
    sought = rows.cells[next * columns]
    next += 1
    if next == rows.count { try turn() }
  }

  /// Goes to the first row whose key begins with no less than a number.
  ///
  /// For one above all that were asked for and gone past it goes on from where it is, else from the root of the tree.
  package mutating func seek(_ first: Int64) throws {
    let isAmongThese =
      first > sought && next < rows.count && rows.cells[(rows.count - 1) * columns] >= first
    sought = first
    if !isAmongThese { try pages.reading { try descend(to: first) } }
    while next < rows.count, rows.cells[next * columns] < first { next += 1 }
    if next == rows.count { try turn() }
  }

  /// Reads the leaf where rows that begin with a number may stand first.
  private mutating func descend(to first: Int64) throws {
    path.removeAll(keepingCapacity: true)
    var number = root
    var page = try pages.page(root)
    while try !BTreePage.isLeaf(page) {
      let count = BTreePage.cellCount(of: page)
      var (low, high) = (0, count)
      while low < high {
        let middle = (low + high) / 2
        let start = try BTreePage.row(ofCell: middle, in: page)
        if try PageRows.first(of: page, at: start) < first { low = middle + 1 } else { high = middle }
      }
      path.append(Turn(number: number, page: page, place: 2 * low))
      guard path.count <= Self.deepest else { throw PageRows.Damage() }
      number = try BTreePage.child(low, of: page)
      page = try pages.page(number)
    }
    try take(page, number)
  }

  /// Reads the rows that come behind those that were read; without any at the end of the table.
  private mutating func turn() throws {
    try pages.reading {
      rows.removeAll()
      next = 0
      while rows.count == 0, let last = path.indices.last {
        path[last].place += 1
        let turn = path[last]
        guard turn.place <= 2 * BTreePage.cellCount(of: turn.page) else {
          path.removeLast()
          continue
        }
        if turn.place % 2 == 1 {
          origin = (turn.number, turn.place / 2)
          try rows.read(turn.page, [BTreePage.row(ofCell: turn.place / 2, in: turn.page)], pages.page)
        } else {
          try descendFirst(BTreePage.child(turn.place / 2, of: turn.page))
        }
      }
    }
  }

  /// Reads the first leaf below a page.
  private mutating func descendFirst(_ child: UInt32) throws {
    var number = child
    var page = try pages.page(number)
    while try !BTreePage.isLeaf(page) {
      path.append(Turn(number: number, page: page, place: 0))
      guard path.count <= Self.deepest else { throw PageRows.Damage() }
      number = try BTreePage.child(0, of: page)
      page = try pages.page(number)
    }
    try take(page, number)
  }

  private mutating func take(_ leaf: [UInt8], _ number: UInt32) throws {
    (next, origin) = (0, (number, 0))
    try rows.read(leaf, BTreePage.starts(ofLeaf: leaf), pages.page)
    pages.count(rows: rows.count)
  }

  /// More levels than any b-tree has, by which one that leads back to itself is seen.
  private static let deepest = 20
}

/// The pages of a connection's file.
private struct FilePages {
  private let database: Database
  let size: Int

  /// - Returns: `nil` for a file of another make.
  init?(of database: Database) throws {
    var header = [UInt8](repeating: 0, count: DatabaseHeader.count)
    try database.readFile(into: &header, offset: 0)
    guard let known = try? DatabaseHeader(header, fileSize: .max, path: database.path) else { return nil }
    self.database = database
    size = known.pageSize
  }

  func page(_ number: UInt32) throws -> [UInt8] {
    guard number > 0 else { throw PageRows.Damage() }
    var page = [UInt8](repeating: 0, count: size)
    try database.readFile(into: &page, offset: Int64(number - 1) * Int64(size))
    return page
  }

  func count(rows: Int) { database.scannedRows += rows }

  /// Says of a page that makes no sense what SQLite says.
  func reading(_ body: () throws -> Void) throws {
    do { try body() } catch is PageRows.Damage {
      throw SQLiteError(
        code: .corrupt, message: "database disk image is malformed", context: database.path)
    }
  }
}
