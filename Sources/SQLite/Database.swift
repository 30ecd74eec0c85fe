import CSQLite
import Files
import Glibc

/// A connection to one SQLite file.
///
/// Not safe to use from two threads at once: whoever owns it keeps it on one.
@safe package final class Database {
  let handle: OpaquePointer
  /// What to name in an error: the file.
  package let path: String
  /// What is asked while statements run; see `interruptStatements`.
  var interruption: Interruption?
  /// Rows that scans of tables have read; see `work`.
  var scannedRows = 0
  /// How it waits for locks; see `waitForLocks`.
  var waiting: Waiting?

  /// Opens a file; the folder's links should have been resolved, because the last component may not be a link.
  ///
  /// - Throws: `SQLiteError` when the file cannot be opened.
  package convenience init(path: String, mode: OpenMode) throws {
    try self.init(path: path, mode: mode, system: nil)
  }

  /// - Parameter system: the name of a file system; `nil` for SQLite's own.
  init(path: String, mode: OpenMode, system: String?) throws {
    guard Self.countsMemory else {
      throw SQLiteError(code: .misuse, message: "its memory cannot be counted", context: path)
    }
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(path, &opened, mode.flags, system)
    guard let connection = unsafe opened, code == SQLITE_OK else {
      let error =
        unsafe opened.map { unsafe SQLiteError(of: $0, path: path, context: path) }
        ?? SQLiteError(code: ResultCode(rawValue: code), message: "out of memory", context: path)
      _ = unsafe sqlite3_close_v2(opened)
      throw error
    }
    unsafe handle = connection
    self.path = path
    try refuseFallback(of: "main", path, from: mode)
  }

  /// A file that cannot be opened for writing SQLite opens for reading, whatever the system said; where this user may
  /// write it, that was a failure and no want of permission.
  private func refuseFallback(of name: String, _ file: String, from mode: OpenMode) throws {
    guard mode == .readWrite || mode == .create, unsafe sqlite3_db_readonly(handle, name) == 1,
      FileCall.access(file, W_OK)
    else { return }
    throw SQLiteError(code: .cannotOpen, message: "it could be opened for reading only", context: file)
  }

  /// Lets statements name another file's tables, by `name.table`.
  ///
  /// - Parameter mode: what they do there.
  package func attach(_ file: String, as name: String, mode: OpenMode) throws {
    let attach = try prepare("ATTACH ?1 AS \(name)")
    attach.bind(file, at: 1)
    try attach.run()
    try refuseFallback(of: name, file, from: mode)
  }

  deinit { _ = unsafe sqlite3_close_v2(handle) }

  /// Runs statements that return no rows anybody wants.
  package func execute(_ sql: String) throws {
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(sql) }
  }

  /// Compiles one statement.
  package func prepare(_ sql: String) throws -> Statement { try Statement(self, sql) }

  /// The first column of the first row, or `nil` when there is no row or it is NULL.
  package func integer(_ sql: String) throws -> Int64? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.optionalInteger(0) : nil
  }

  /// The first column of the first row as text, or `nil` when there is no row or it is NULL.
  package func text(_ sql: String) throws -> String? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.optionalText(0) : nil
  }

  /// Runs `body` in one transaction: all of it is stored, or nothing.
  package func transaction<Result>(_ kind: TransactionKind = .immediate, _ body: () throws -> Result) throws
    -> Result
  {
    try execute("BEGIN \(kind.rawValue)")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // The reason of the failure is what the caller must see, not that a rollback found nothing to do.
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// Rows changed by the last statement.
  package var changes: Int { Int(unsafe sqlite3_changes64(handle)) }

  func error(_ context: String) -> SQLiteError {
    var error = unsafe SQLiteError(of: handle, path: path, context: "\(path): \(context.prefix(200))")
    // SQLite has one code for both ends of a wait.
    if case .busy = error.code, waiting?.wasCalledOff == true {
      (error.code, error.message) = (.interrupted, "interrupted")
    }
    return error
  }

  /// Whether limits on memory mean what it takes; set before the first connection, which makes SQLite begin.
  private static let countsMemory = csqlite_count_memory() != 0

  /// The version of the SQLite library that runs: 3040001 for 3.40.1.
  package static var libraryVersion: Int { Int(sqlite3_libversion_number()) }
  /// The same in words: `3.40.1`.
  package static var libraryVersionName: String { unsafe String(cString: sqlite3_libversion()) }
}

/// What a connection may do.
package enum OpenMode: Sendable {
  case readOnly, readWrite, create, memory

  var flags: Int32 {
    let base = SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_NOMUTEX
    switch self {
    case .readOnly: return base | SQLITE_OPEN_READONLY
    case .readWrite: return base | SQLITE_OPEN_READWRITE
    case .create: return base | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .memory: return base | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY
    }
  }
}

package enum TransactionKind: String, Sendable {
  case deferred = "DEFERRED"
  case immediate = "IMMEDIATE"
}
