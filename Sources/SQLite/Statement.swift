import CSQLite

/// A compiled statement, finalized when nobody refers to it any more.
///
/// A class and not a move-only struct, because several statements are prepared one after another where any may fail,
/// which Swift refuses for move-only members.
@safe package final class Statement {
  let handle: OpaquePointer
  private let database: Database
  /// What binding or reading a value failed with since the last step, which tells it.
  private var failure: SQLiteError?

  init(_ database: Database, _ sql: String) throws {
    var compiled: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(database.handle, sql, -1, &compiled, nil)
    guard code == SQLITE_OK, let statement = unsafe compiled else { throw database.error(sql) }
    unsafe handle = statement
    self.database = database
  }

  /// Takes over a statement that SQLite has compiled on this connection.
  init(_ database: Database, owning handle: OpaquePointer) {
    unsafe self.handle = handle
    self.database = database
  }

  deinit { _ = unsafe sqlite3_finalize(handle) }

  /// Moves to the next row; `false` at the end.
  ///
  /// - Throws: `SQLiteError`, also when a value could not be bound, or one of the row before not be read.
  package func step() throws -> Bool {
    if let failure {
      self.failure = nil
      throw failure
    }
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw database.error(sql)
    }
  }

  /// Makes the statement ready to run again; what is bound stays bound.
  package func reset() { _ = unsafe sqlite3_reset(handle) }

  /// Runs the statement to its end and makes it ready again.
  package func run() throws {
    defer { reset() }
    while try step() {}
  }

  /// The statement's text.
  package var sql: String { unsafe sqlite3_sql(handle).map { unsafe String(cString: $0) } ?? "" }
}

extension Statement {
  /// Keeps what a call failed with: a statement that ran without a value would store or find something else.
  private func note(_ code: Int32) {
    guard code != SQLITE_OK, failure == nil else { return }
    failure = database.error(sql)
  }

  /// Binds an integer; parameters count from 1.
  package func bind(_ value: Int64, at index: Int) {
    note(unsafe sqlite3_bind_int64(handle, Int32(index), value))
  }

  package func bind(_ value: Int, at index: Int) { bind(Int64(value), at: index) }

  package func bind(_ value: Double, at index: Int) {
    note(unsafe sqlite3_bind_double(handle, Int32(index), value))
  }

  package func bindNull(at index: Int) { note(unsafe sqlite3_bind_null(handle, Int32(index))) }

  package func bind(_ value: Int64?, at index: Int) {
    if let value { bind(value, at: index) } else { bindNull(at: index) }
  }

  package func bind(_ value: String, at index: Int) {
    note(unsafe csqlite_bind_text_copy(handle, Int32(index), value, sqlite3_uint64(value.utf8.count)))
  }

  package func bind(_ value: String?, at index: Int) {
    if let value { bind(value, at: index) } else { bindNull(at: index) }
  }

  package func bind(blob value: [UInt8], at index: Int) {
    unsafe value.withUnsafeBytes { bytes in
      // An empty array has no address, and a blob without an address would be NULL.
      guard let start = bytes.baseAddress else {
        note(unsafe sqlite3_bind_zeroblob(handle, Int32(index), 0))
        return
      }
      note(unsafe csqlite_bind_blob_copy(handle, Int32(index), start, sqlite3_uint64(bytes.count)))
    }
  }

  /// The place of a named parameter such as `:since`, or `nil` when the statement has none of that name.
  package func parameter(_ name: String) -> Int? {
    let index = unsafe sqlite3_bind_parameter_index(handle, name)
    return index > 0 ? Int(index) : nil
  }

  /// The names of all parameters, in order; unnamed ones are left out.
  package var parameterNames: [String] {
    let count = unsafe sqlite3_bind_parameter_count(handle)
    guard count > 0 else { return [] }
    return (1...count).compactMap { index in
      unsafe sqlite3_bind_parameter_name(handle, index).map { unsafe String(cString: $0) }
    }
  }
}

extension Statement {
  package var columnCount: Int { Int(unsafe sqlite3_column_count(handle)) }

  package func columnName(_ column: Int) -> String {
    unsafe sqlite3_column_name(handle, Int32(column)).map { unsafe String(cString: $0) } ?? ""
  }

  /// The integer in a column; 0 for NULL.
  package func integer(_ column: Int) -> Int64 { unsafe sqlite3_column_int64(handle, Int32(column)) }

  package func optionalInteger(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }

  package func double(_ column: Int) -> Double { unsafe sqlite3_column_double(handle, Int32(column)) }

  package func optionalDouble(_ column: Int) -> Double? { isNull(column) ? nil : double(column) }

  package func isNull(_ column: Int) -> Bool { type(column) == .null }

  /// The text in a column; empty for NULL.
  package func text(_ column: Int) -> String {
    guard let start = unsafe sqlite3_column_text(handle, Int32(column)) else {
      noteUnread(column)
      return ""
    }
    let count = Int(unsafe sqlite3_column_bytes(handle, Int32(column)))
    // The pointer stays valid until the next step, and the bytes are copied here.
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Keeps that a value was not given for want of memory, which looks like NULL.
  private func noteUnread(_ column: Int) {
    if unsafe sqlite3_errcode(database.handle) == SQLITE_NOMEM { note(SQLITE_NOMEM) }
  }

  package func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

  package func blob(_ column: Int) -> [UInt8] {
    guard let start = unsafe sqlite3_column_blob(handle, Int32(column)) else {
      noteUnread(column)
      return []
    }
    let count = Int(unsafe sqlite3_column_bytes(handle, Int32(column)))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// The first sixteen bytes of a blob as two big-endian numbers; shorter blobs give `nil`.
  package func sixteenBytes(_ column: Int) -> (high: UInt64, low: UInt64)? {
    guard unsafe sqlite3_column_bytes(handle, Int32(column)) == 16,
      let start = unsafe sqlite3_column_blob(handle, Int32(column))
    else { return nil }
    let high = unsafe UInt64(bigEndian: start.loadUnaligned(as: UInt64.self))
    let low = unsafe UInt64(bigEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    return (high, low)
  }

  package func type(_ column: Int) -> ColumnType {
    switch unsafe sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }
}

/// What a column of the current row holds.
package enum ColumnType: Sendable { case integer, real, text, blob, null }
