import CSQLite

/// Rows in memory that one SQL statement can select from, as a table of the batch's name.
///
/// `INSERT INTO t SELECT * FROM batch` costs less than half of binding and stepping an `INSERT` for each row, because
/// SQLite stays inside one statement. A row is a fixed number of 64-bit cells; text and blobs lie in an arena and
/// their cell says where.
@safe package final class RowBatch {
  package let name: String
  package let columns: [String]
  package private(set) var rowCount = 0
  private var cells: UnsafeMutablePointer<Int64>
  private var cellCapacity: Int
  private var arena: [UInt8] = []

  /// A cell that is NULL; no count, reference or time of the ledger can have this value.
  @inlinable @inline(__always) package static var null: Int64 { Int64.min }
  /// Cells below this, and above `null`, are places in the arena: 40 bits of offset, 21 of length, 1 for text.
  private static let placeBase = Int64.min / 2

  /// Whether a number is itself as a cell.
  @inline(__always)
  static func isNumber(_ number: Int64) -> Bool { number >= placeBase }

  /// A batch that no connection knows, for a `TableSegment` to read.
  package init(columns: [String], name: String = "batch") {
    self.name = name
    self.columns = columns
    cellCapacity = columns.count * 1024
    unsafe cells = .allocate(capacity: cellCapacity)
  }

  /// Makes the batch known to a connection, which keeps it until it closes or a batch of the same name comes.
  package convenience init(name: String, columns: [String], in database: Database) throws {
    self.init(columns: columns, name: name)
    let aux = unsafe Unmanaged.passRetained(self).toOpaque()
    let code = unsafe sqlite3_create_module_v2(database.handle, name, BatchModule.functions, aux) { batch in
      if let batch = unsafe batch { unsafe Unmanaged<RowBatch>.fromOpaque(batch).release() }
    }
    guard code == SQLITE_OK else { throw database.error("register \(name)") }
  }

  deinit {
    unsafe cells.deallocate()
  }

  package func removeAll() {
    rowCount = 0
    arena.removeAll(keepingCapacity: true)
  }

  /// Adds a row; `cells` must hold one value for each column.
  package func append(_ row: Span<Int64>) {
    precondition(row.count == columns.count, "a row has one cell for each column")
    let start = rowCount * columns.count
    if start + columns.count > cellCapacity { grow() }
    // `grow` made room for one more row, and `row` has as many cells as a row.
    for index in 0..<row.count { unsafe cells[start + index] = row[index] }
    rowCount += 1
  }

  /// The cell for a text of this batch.
  package func text(_ bytes: [UInt8]) -> Int64 { place(bytes, isText: true) }

  /// The cell for a blob of sixteen bytes.
  package func blob(high: UInt64, low: UInt64) -> Int64 {
    let start = arena.count
    // At once: byte by byte the arena is looked after sixteen times, which takes as long as encoding the whole row.
    unsafe withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { unsafe arena.append(contentsOf: $0) }
    return Self.cell(offset: start, count: 16, isText: false)
  }

  /// The cell for a blob of this batch.
  package func blob(_ bytes: [UInt8]) -> Int64 { place(bytes, isText: false) }

  private func place(_ bytes: [UInt8], isText: Bool) -> Int64 {
    let start = arena.count
    arena.append(contentsOf: bytes)
    return Self.cell(offset: start, count: arena.count - start, isText: isText)
  }

  /// Bytes of a text or blob for whose length a cell has room.
  static let longestValue = 1 << 21 - 1

  /// The cell for bytes that lie in an arena.
  package static func cell(offset: Int, count: Int, isText: Bool) -> Int64 {
    precondition(count <= longestValue, "a value of a batch is shorter than 2 MiB")
    return placeBase - 1 - (Int64(offset) << 22 | Int64(count) << 1 | (isText ? 1 : 0))
  }

  /// The same place, behind so many bytes more.
  package static func cell(_ cell: Int64, movedBy bytes: Int) -> Int64 { cell - Int64(bytes) << 22 }

  private func grow() {
    let larger = UnsafeMutablePointer<Int64>.allocate(capacity: cellCapacity * 2)
    unsafe larger.update(from: cells, count: rowCount * columns.count)
    unsafe cells.deallocate()
    unsafe cells = larger
    cellCapacity *= 2
  }

  /// Hands one cell to SQLite.
  fileprivate func result(_ context: OpaquePointer?, row: Int, column: Int) {
    // SQLite asks only for rows the cursor has not passed, and only for declared columns.
    let cell = unsafe cells[row * columns.count + column]
    if let place = Self.place(of: cell) {
      unsafe arena.withUnsafeBufferPointer { bytes in
        // Copied: the arena may move before SQLite has written the row.
        guard let base = bytes.baseAddress else { return unsafe sqlite3_result_text(context, "", 0, nil) }
        let start = unsafe UnsafeRawPointer(base + place.offset).assumingMemoryBound(to: CChar.self)
        if place.isText {
          unsafe csqlite_result_text_copy(context, start, sqlite3_uint64(place.count))
        } else {
          unsafe csqlite_result_blob_copy(context, start, sqlite3_uint64(place.count))
        }
      }
    } else if cell == Self.null {
      unsafe sqlite3_result_null(context)
    } else {
      unsafe sqlite3_result_int64(context, cell)
    }
  }
}

extension RowBatch {
  /// Where the bytes of a text or blob lie in the arena; `nil` for an integer and for NULL.
  @inlinable
  package static func place(of cell: Int64) -> (offset: Int, count: Int, isText: Bool)? {
    guard cell < placeBase, cell != null else { return nil }
    let place = placeBase - 1 - cell
    return (Int(place >> 22), Int(place >> 1) & (1 << 21 - 1), place & 1 == 1)
  }

  /// Lends the cells of all rows, row by row, and the arena their places point into.
  func withUnsafeRows<Result>(
    _ body: (UnsafeBufferPointer<Int64>, UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    let rows = unsafe UnsafeBufferPointer(start: cells, count: rowCount * columns.count)
    return unsafe try arena.withUnsafeBufferPointer { arena in unsafe try body(rows, arena) }
  }
}

/// The callbacks of the virtual table; each struct begins with SQLite's own, as SQLite requires.
private enum BatchModule {
  @unsafe struct Table {
    var base = unsafe sqlite3_vtab()
    var batch: Unmanaged<RowBatch>
  }

  @unsafe struct Cursor {
    var base = unsafe sqlite3_vtab_cursor()
    var batch: Unmanaged<RowBatch>
    var row = 0
  }

  /// Never freed: a connection calls `xDisconnect` through it as late as when it closes.
  nonisolated(unsafe) static let functions: UnsafeMutablePointer<sqlite3_module> = {
    let memory = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    unsafe memory.initialize(to: module)
    return unsafe memory
  }()

  private static var module: sqlite3_module {
    var module = sqlite3_module()
    module.iVersion = 1
    // No xCreate: the table exists as soon as it is named and never stands in a schema.
    unsafe module.xConnect = { database, aux, _, _, table, _ in
      guard let database = unsafe database, let aux = unsafe aux else { return SQLITE_MISUSE }
      let batch = unsafe Unmanaged<RowBatch>.fromOpaque(aux)
      let columns = unsafe batch.takeUnretainedValue().columns.joined(separator: ", ")
      let code = unsafe sqlite3_declare_vtab(database, "CREATE TABLE batch(\(columns))")
      guard code == SQLITE_OK else { return code }
      let memory = UnsafeMutablePointer<Table>.allocate(capacity: 1)
      unsafe memory.initialize(to: Table(batch: batch))
      unsafe table?.pointee = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: sqlite3_vtab.self)
      return SQLITE_OK
    }
    unsafe module.xDisconnect = { table in
      unsafe UnsafeMutableRawPointer(table)?.assumingMemoryBound(to: Table.self).deallocate()
      return SQLITE_OK
    }
    unsafe module.xBestIndex = { _, info in
      unsafe info?.pointee.estimatedCost = 1_000_000
      return SQLITE_OK
    }
    unsafe module.xOpen = { table, cursor in
      guard let table = unsafe UnsafeMutableRawPointer(table)?.assumingMemoryBound(to: Table.self) else {
        return SQLITE_MISUSE
      }
      let memory = UnsafeMutablePointer<Cursor>.allocate(capacity: 1)
      unsafe memory.initialize(to: Cursor(batch: table.pointee.batch))
      unsafe cursor?.pointee = UnsafeMutableRawPointer(memory).assumingMemoryBound(
        to: sqlite3_vtab_cursor.self)
      return SQLITE_OK
    }
    unsafe module.xClose = { cursor in
      unsafe UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self).deallocate()
      return SQLITE_OK
    }
    unsafe module.xFilter = { cursor, _, _, _, _ in
      unsafe UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self).pointee.row = 0
      return SQLITE_OK
    }
    unsafe module.xNext = { cursor in
      unsafe UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self).pointee.row += 1
      return SQLITE_OK
    }
    unsafe module.xEof = { cursor in
      guard let cursor = unsafe UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self) else {
        return 1
      }
      // Unretained: the batch outlives its connection's statements, which its owner promises.
      return unsafe cursor.pointee.batch._withUnsafeGuaranteedRef { unsafe cursor.pointee.row >= $0.rowCount }
        ? 1 : 0
    }
    unsafe module.xColumn = { cursor, context, column in
      guard let cursor = unsafe UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self) else {
        return SQLITE_MISUSE
      }
      unsafe cursor.pointee.batch._withUnsafeGuaranteedRef {
        unsafe $0.result(context, row: cursor.pointee.row, column: Int(column))
      }
      return SQLITE_OK
    }
    unsafe module.xRowid = { cursor, rowid in
      guard let cursor = unsafe UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self) else {
        return SQLITE_MISUSE
      }
      unsafe rowid?.pointee = Int64(cursor.pointee.row)
      return SQLITE_OK
    }
    return module
  }
}
