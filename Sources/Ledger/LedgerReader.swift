import Files
import Glibc
import Prose
package import SQLite

/// One ledger file, open: all that is asked of it.
///
/// Reading needs no lock.
package class LedgerReader {
  package internal(set) var database: Database
  package let path: String
  /// Asked while it reads and while it waits for others; after `true` the work under way fails as `.interrupted`.
  let shouldStop: @Sendable () -> Bool
  private var isInSnapshot = false
  /// What the connection had seen of others' commits when the last snapshot began.
  private var snapshotVersion: Int64?

  init(_ database: Database, path: String, shouldStop: @escaping @Sendable () -> Bool = { false }) {
    self.database = database
    self.path = path
    self.shouldStop = shouldStop
  }

  /// Opens an existing ledger for reading.
  ///
  /// - Parameters:
  ///   - milliseconds: how long to wait for a writer.
  ///   - shouldStop: see the property.
  /// - Throws: `LedgerError` or `SQLiteError`.
  package static func openForReading(
    _ path: String, waiting milliseconds: Int = 10_000, shouldStop: @escaping @Sendable () -> Bool = { false }
  ) throws -> LedgerReader {
    guard try isThere(path) else { throw LedgerError.missing(path: path) }
    let database: Database
    do {
      database = try openRecovered(StorePath.resolve(path), path, waiting: milliseconds, shouldStop)
    } catch let error as SQLiteError {
      throw LedgerError.opening(path, error)
    }
    let store = LedgerReader(database, path: path, shouldStop: shouldStop)
    store.database.interruptStatements(when: shouldStop)
    try store.database.execute(
      "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768; PRAGMA trusted_schema = OFF")
    do {
      try store.checkIdentity()
      try store.database.execute("PRAGMA query_only = ON")
    } catch let error as SQLiteError {
      throw LedgerError.opening(path, error)
    }
    return store
  }

  /// A read-only connection on which the first read has worked.
  ///
  /// That read finds a journal that a killed writer left; only a writer may play it back, so one is opened for it.
  private static func openRecovered(
    _ place: String, _ path: String, waiting milliseconds: Int, _ shouldStop: @escaping @Sendable () -> Bool
  ) throws -> Database {
    let database = try Database(path: place, mode: .readOnly)
    database.waitForLocks(milliseconds: milliseconds, unless: shouldStop)
    do {
      _ = try database.integer("SELECT count(*) FROM sqlite_schema")
      return database
    } catch let error as SQLiteError where error.code.needsRecovery {
      let lock = try StoreLock(for: path, waiting: 10)
      try recover(path)
      _ = consume lock
      return try Database(path: place, mode: .readOnly)
    }
  }

  /// Plays back the journal that a killed writer left, if there is one.
  ///
  /// Call as the holder of the lock, who could not read otherwise: reading would take the lock for it.
  package static func recover(_ path: String) throws {
    guard try isThere(path) else { return }
    do {
      _ = try Database(path: StorePath.resolve(path), mode: .readWrite)
        .integer("SELECT count(*) FROM sqlite_schema")
    } catch let error as SQLiteError { throw LedgerError.opening(path, error) }
  }

  /// Fails where the work under way is to end, for what reads without statements.
  func stopIfAsked() throws(SQLiteError) {
    if shouldStop() { throw .interrupted(path) }
  }

  /// Makes everything read from here on one state of the ledger, whatever a writer does meanwhile.
  package func beginSnapshot() throws {
    try database.execute("BEGIN")
    // A deferred transaction begins with its first read.
    _ = try database.integer("SELECT count(*) FROM setting")
    isInSnapshot = true
    snapshotVersion = try database.integer("PRAGMA data_version")
  }

  /// Ends what `beginSnapshot` began, if it did, so that a writer is not kept waiting.
  package func endSnapshot() throws {
    guard isInSnapshot else { return }
    isInSnapshot = false
    try database.execute("COMMIT")
  }

  /// Whether somebody has written to the ledger since the last snapshot began.
  package func wasChangedSinceSnapshot() throws -> Bool {
    try database.integer("PRAGMA data_version") != snapshotVersion
  }

  /// Whether nothing was ever made in the file.
  var isBlank: Bool {
    get throws {
      try ["PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_schema"]
        .allSatisfy { try database.integer($0) == 0 }
    }
  }

  /// Refuses another program's file and another version's.
  func checkIdentity() throws {
    let application = try database.integer("PRAGMA application_id") ?? 0
    let version = try database.integer("PRAGMA user_version") ?? 0
    if try isBlank {
      throw Self.isEmpty(path)
        ? LedgerError.unfilled(path: path) : .foreign(path: path, why: "an empty database, not a ledger")
    } else if application == ApplicationID.snapshot {
      throw LedgerError.foreign(path: path, why: "a snapshot that `pushledger export` made, not a ledger")
    } else if application != Schema.applicationID {
      throw LedgerError.foreign(path: path, why: "another program's SQLite file")
    } else if version != Schema.version {
      throw LedgerError.otherVersion(path: path, version: version)
    }
  }

  /// Whether anything is at a path.
  ///
  /// - Throws: `LedgerError` when that cannot be told, as in a folder that this user may not enter.
  static func isThere(_ path: String) throws -> Bool {
    if FileCall.access(path, F_OK) { return true }
    // Whoever opens a link that leads nowhere or in a circle reports it.
    guard errno != ENOENT, errno != ENOTDIR, errno != ELOOP else { return false }
    throw LedgerError.writing(path, errno: errno)
  }

  private static func isEmpty(_ path: String) -> Bool {
    var status = stat()
    return FileCall.status(path, &status) && status.st_size == 0
  }
}
