import CSQLite

/// Opens a store so that nothing a query says can change it, and says so only after reading the settings back.
enum QueryConnection {
  /// Opens the store, undoing an interrupted write first when there is one and `withWriterLock` allows it.
  ///
  /// - Parameter path: without links.
  static func open(
    _ path: String, _ temporary: TemporaryFiles, withWriterLock: QueryGate.WriterLock?
  ) throws -> Database {
    do {
      return try openAndRead(path, temporary)
    } catch let error as SQLiteError where error.code.needsRecovery {
      guard let withWriterLock else { throw QueryFailure.needsRecovery(path: path) }
      try withWriterLock {
        // A read through a connection that may write rolls back what a crash left behind.
        _ = try Database(path: path, mode: .readWrite).integer(firstRead)
      }
      return try openAndRead(path, temporary)
    }
  }

  /// Closes every way that is not the authorizer's business; to be called before it is installed.
  static func restrict(_ database: Database, memory: Int) throws {
    try database.execute(
      """
      PRAGMA query_only = 1; PRAGMA mmap_size = 0; PRAGMA cell_size_check = 1; PRAGMA cache_size = -16384
      """)
    guard try database.integer("PRAGMA query_only") == 1 else {
      throw SQLiteError(code: .misuse, message: "a setting was not taken", context: database.path)
    }
    for (limit, value) in limits { _ = unsafe sqlite3_limit(database.handle, limit, value) }
    _ = sqlite3_hard_heap_limit64(sqlite3_int64(memory))
  }

  /// Opens and reads once: whether a write was interrupted shows only at the first read.
  private static func openAndRead(_ path: String, _ temporary: TemporaryFiles) throws -> Database {
    let database = try Database(path: path, mode: .readOnly, system: temporary.system)
    // Below the time limit of a query, above the time a writer needs to commit a batch.
    database.waitForLocks(milliseconds: 5_000)
    try flip(database)
    _ = try database.integer(firstRead)
    // Setting it later would drop the temporary tables that there are.
    try database.execute("PRAGMA temp_store = FILE")
    guard try database.integer("PRAGMA temp_store") == 1 else {
      throw SQLiteError(code: .misuse, message: "a setting was not taken", context: path)
    }
    return database
  }

  /// Sets SQLite's switches.
  static func flip(_ database: Database) throws {
    for (option, value) in switches {
      guard unsafe csqlite_configure(database.handle, option, value) == value else {
        throw SQLiteError(code: .misuse, message: "switch \(option) was not taken", context: database.path)
      }
    }
  }

  private static let firstRead = "SELECT count(*) FROM sqlite_schema"

  private static let switches: [(Int32, Int32)] = [
    (SQLITE_DBCONFIG_DEFENSIVE, 1),
    (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
    (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
    (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
    (SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0),
    // A misspelt column in double quotes is an error and not a text.
    (SQLITE_DBCONFIG_DQS_DML, 0),
    (SQLITE_DBCONFIG_DQS_DDL, 0),
  ]

  /// Far above what questions about receipts need: five real reports pass with a tenth of each.
  private static let limits: [(Int32, Int32)] = [
    (SQLITE_LIMIT_LENGTH, Int32(QueryLimits.value)),
    (SQLITE_LIMIT_SQL_LENGTH, 65_536),
    (SQLITE_LIMIT_COLUMN, 200),
    (SQLITE_LIMIT_EXPR_DEPTH, 50),
    (SQLITE_LIMIT_COMPOUND_SELECT, 20),
    (SQLITE_LIMIT_VDBE_OP, 25_000),
    (SQLITE_LIMIT_FUNCTION_ARG, 16),
    (SQLITE_LIMIT_ATTACHED, 0),
    (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100),
    (SQLITE_LIMIT_VARIABLE_NUMBER, 100),
    (SQLITE_LIMIT_TRIGGER_DEPTH, 1),
    (SQLITE_LIMIT_WORKER_THREADS, 0),
  ]
}
