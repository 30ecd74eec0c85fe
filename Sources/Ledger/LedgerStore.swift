import Glibc
package import SQLite

/// One ledger file, open.
///
/// Reading needs no lock; a writer holds the `StoreLock` of the path for as long as it writes.
package final class LedgerStore {
  package private(set) var database: Database
  package let path: String
  /// Whether what was committed survives a crash.
  private let isDurable: Bool
  /// Asked while a writer waits for readers.
  let shouldStop: @Sendable () -> Bool

  private init(
    database: Database, path: String, isDurable: Bool = true,
    shouldStop: @escaping @Sendable () -> Bool = { false }
  ) {
    self.database = database
    self.path = path
    self.isDurable = isDurable
    self.shouldStop = shouldStop
  }

  /// Opens a ledger for writing and makes it when there is none.
  ///
  /// Each commit waits up to a minute for those who read.
  ///
  /// - Parameters:
  ///   - isDurable: whether it survives a crash; one that is thrown away then needs no journal and no waiting for the
  ///     disk.
  ///   - shouldStop: asked while it waits; after `true` what is under way fails as `.interrupted`.
  /// - Throws: `LedgerError` or `SQLiteError`.
  package static func openForWriting(
    _ path: String, isDurable: Bool = true, shouldStop: @escaping @Sendable () -> Bool = { false }
  ) throws -> LedgerStore {
    // The journal inherits the store's mode, so this covers both.
    let oldMask = umask(0o077)
    defer { umask(oldMask) }
    let database: Database
    do { database = try Database(path: StorePath.resolve(path), mode: .create) } catch let error
      as SQLiteError
    {
      throw openingError(error, path)
    }
    let store = LedgerStore(database: database, path: path, isDurable: isDurable, shouldStop: shouldStop)
    do {
      try store.prepareForWriting()
      try store.checkIdentity(mayCreate: true)
    } catch let error as SQLiteError { throw openingError(error, path) }
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

  /// Opens an existing ledger for reading.
  ///
  /// - Throws: `LedgerError` or `SQLiteError`.
  package static func openForReading(_ path: String) throws -> LedgerStore {
    guard try isThere(path) else { throw LedgerError.missing(path: path) }
    let database: Database
    do { database = try openRecovered(StorePath.resolve(path), path) } catch let error as SQLiteError {
      throw openingError(error, path)
    }
    let store = LedgerStore(database: database, path: path)
    try store.database.execute(
      "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768; PRAGMA trusted_schema = OFF")
    do {
      try store.checkIdentity(mayCreate: false)
      try store.database.execute("PRAGMA query_only = ON")
    } catch let error as SQLiteError {
      throw openingError(error, path)
    }
    return store
  }

  /// A read-only connection on which the first read has worked.
  ///
  /// That read finds a journal that a killed writer left; only a writer may play it back, so one is opened for it.
  private static func openRecovered(_ place: String, _ path: String) throws -> Database {
    let database = try Database(path: place, mode: .readOnly)
    database.waitForLocks(milliseconds: 10_000)
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
    } catch let error as SQLiteError { throw openingError(error, path) }
  }

  /// Makes all that is read from here on one state of the ledger, whatever a writer does meanwhile.
  package func beginSnapshot() throws {
    try database.execute("BEGIN")
    // A deferred transaction begins with its first read.
    _ = try database.integer("SELECT count(*) FROM setting")
  }

  /// Ends what `beginSnapshot` began, so that a writer is not kept waiting.
  package func endSnapshot() throws { try database.execute("COMMIT") }

  /// Refuses another program's file and another version's; makes the schema in an empty one.
  private func checkIdentity(mayCreate: Bool) throws {
    let application = try database.integer("PRAGMA application_id") ?? 0
    let version = try database.integer("PRAGMA user_version") ?? 0
    let objects = try database.integer("SELECT count(*) FROM sqlite_schema") ?? 0
    if objects == 0, application == 0, version == 0 {
      guard mayCreate else {
        throw Self.isEmpty(path)
          ? LedgerError.unfilled(path: path) : .foreign(path: path, why: "an empty database, not a ledger")
      }
      try create()
    } else if application == ApplicationID.snapshot {
      throw LedgerError.foreign(path: path, why: "a snapshot that `pushledger export` made, not a ledger")
    } else if application != Schema.applicationID {
      throw LedgerError.foreign(path: path, why: "another program's SQLite file")
    } else if version != Schema.version {
      throw LedgerError.otherVersion(path: path, version: version)
    }
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

  private static func openingError(_ error: SQLiteError, _ path: String) -> any Error {
    switch error.code {
    // SQLite tells a folder as a device that fails, or as a file that cannot be opened.
    case .ioError where isFolder(path), .cannotOpen where isFolder(path): LedgerError.folder(path: path)
    // Whoever may write a folder could otherwise lead a writer to any file of its own by a link.
    case .cannotOpen where isLink(path): LedgerError.link(path: path, to: StorePath.target(ofLink: path))
    case .cannotOpen where unsafe access(path, F_OK) == 0 && access(path, R_OK) != 0:
      LedgerError.permission(path: path)
    case .cannotOpen: LedgerError.cannotWrite(path: path, why: error.message)
    // A journal is played back and then removed, which a folder may not allow.
    case .cannotDelete where !mayWrite(folderOf: path): LedgerError.permission(path: path)
    // Opening runs statements of ours alone: one that fails does not find what the file says it holds.
    case .error, .corrupt: LedgerError.damaged(path: path, why: error.message)
    case .notADatabase:
      LedgerError.foreign(path: path, why: "not a SQLite file, or one whose beginning is damaged")
    case .readOnly, .permission: LedgerError.permission(path: path)
    case .busy, .locked: LedgerError.busy(path: path)
    default: error
    }
  }

  /// Whether anything is at a path.
  ///
  /// - Throws: `LedgerError` when that cannot be told, as in a folder that this user may not enter.
  static func isThere(_ path: String) throws -> Bool {
    if unsafe access(path, F_OK) == 0 { return true }
    // A link that leads nowhere or in a circle is told of by who opens it.
    guard errno != ENOENT, errno != ENOTDIR, errno != ELOOP else { return false }
    throw LedgerError.writing(path, errno: errno)
  }

  private static func mayWrite(folderOf path: String) -> Bool {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    return unsafe access(folder, W_OK) == 0
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private static func isEmpty(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_size == 0
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
