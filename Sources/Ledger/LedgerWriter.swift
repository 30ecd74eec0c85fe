import Files
import Glibc
import SQLite

/// A ledger that is open for writing; whoever has it holds the `StoreLock` of the path.
package final class LedgerWriter: LedgerReader {
  /// Whether what was committed survives a crash.
  private let isDurable: Bool

  private init(
    _ database: Database, path: String, isDurable: Bool, shouldStop: @escaping @Sendable () -> Bool
  ) {
    self.isDurable = isDurable
    super.init(database, path: path, shouldStop: shouldStop)
  }

  /// Opens a ledger for writing and makes it when there is none.
  ///
  /// Each commit waits up to a minute for readers.
  ///
  /// - Parameters:
  ///   - isDurable: whether it has to survive a crash; one that is thrown away after a crash needs no journal and no
  ///     waiting for the disk.
  ///   - shouldStop: see the property.
  /// - Throws: `LedgerError` or `SQLiteError`.
  package static func openForWriting(
    _ path: String, isDurable: Bool = true, shouldStop: @escaping @Sendable () -> Bool = { false }
  ) throws -> LedgerWriter {
    // The journal inherits the store's mode, so this covers both.
    let oldMask = umask(0o077)
    defer { umask(oldMask) }
    let database: Database
    do { database = try Database(path: StorePath.resolve(path), mode: .create) } catch let error
      as SQLiteError
    {
      throw LedgerError.opening(path, error)
    }
    let store = LedgerWriter(database, path: path, isDurable: isDurable, shouldStop: shouldStop)
    do {
      try store.prepareForWriting()
      try store.isBlank ? store.create() : store.checkIdentity()
    } catch let error as SQLiteError { throw LedgerError.opening(path, error) }
    return store
  }

  /// Opens the file anew that stands at the path now, for writing.
  func reopen() throws {
    database = try Database(path: StorePath.resolve(path), mode: .readWrite)
    try prepareForWriting()
  }

  private func prepareForWriting() throws {
    database.waitForLocks(milliseconds: 60_000, unless: shouldStop)
    // EXTRA is FULL, and flushes the folder when the journal is removed: otherwise a power loss could bring the journal
    // back and with it undo what was committed.
    try database.execute(
      """
      PRAGMA synchronous = \(isDurable ? "EXTRA" : "OFF"); PRAGMA journal_mode = \(isDurable ? "DELETE" : "MEMORY");
      PRAGMA secure_delete = ON;
      PRAGMA trusted_schema = OFF; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768;
      """)
  }

  private func create() throws {
    try database.execute("PRAGMA page_size = 8192")
    try database.transaction {
      try database.execute("PRAGMA application_id = \(Schema.applicationID)")
      try database.execute(Schema.statements)
      try database.execute("INSERT INTO reason(ref, raw, code, text) VALUES (0, '', '', '')")
      try database.execute("PRAGMA user_version = \(Schema.version)")
      try writeSettings(LedgerSettings())
    }
  }

  /// Removes the file of a ledger that was made for an import that was then refused.
  ///
  /// Call as the holder of the lock that made it, and do nothing else with it.
  package func remove() throws { FileCall.unlink(try StorePath.resolve(path)) }
}
