import ReceiptModel
import SQLite

/// The import ledger: what was read, how far, and what became of the lines.
struct FileTable {
  private let database: Database
  private let insert: Statement
  private let update: Statement
  private let hasEvents: Statement
  private let restart: Statement
  private let reject: Statement
  private let forgetRejects: Statement
  private let addOutcome: Statement
  private let addReading: Statement

  init(in database: Database) throws {
    self.database = database
    insert = try database.prepare(
      """
      INSERT INTO file(ref, path, format, bytes, offset, last_line, head_bytes, head, tail, state, lines, merged, duplicate,
        rejected, ignored, events, finished_at)
      SELECT coalesce(max(ref) + 1, 0), ?1, '', 0, 0, 0, 0, '', '', 0, 0, 0, 0, 0, 0, 0, 0 FROM file RETURNING ref
      """)
    update = try database.prepare(
      """
      UPDATE file SET path = ?2, format = ?3, bytes = ?4, offset = ?5, head_bytes = ?6, head = ?7, tail = ?8,
        state = ?9, lines = lines + ?10,
        rejected = rejected + ?11, ignored = ignored + ?12, events = events + ?13,
        first_event_at = min(coalesce(first_event_at, ?14), coalesce(?14, first_event_at)),
        last_event_at = max(coalesce(last_event_at, ?15), coalesce(?15, last_event_at)), finished_at = ?16, last_line = ?17,
        mapping = ?18
      WHERE ref = ?1
      """)
    hasEvents = try database.prepare("SELECT events > 0 FROM file WHERE ref = ?1")
    restart = try database.prepare(
      """
      UPDATE file SET lines = 0, merged = 0, duplicate = 0, rejected = 0, ignored = 0, events = 0,
        first_event_at = NULL, last_event_at = NULL WHERE ref = ?1
      """)
    reject = try database.prepare(
      """
      INSERT OR REPLACE INTO reject(file_ref, byte_offset, line, reason, field, digest, told_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """)
    forgetRejects = try database.prepare("DELETE FROM reject WHERE file_ref = ?1")
    addOutcome = try database.prepare(
      "UPDATE file SET merged = merged + ?2, duplicate = duplicate + ?3 WHERE ref = ?1")
    addReading = try database.prepare("INSERT OR IGNORE INTO reading(file_ref, options) VALUES (?1, ?2)")
  }

  /// Writes down how far files were read.
  ///
  /// - Parameter rows: the row of each file that was written before in this import, by the importer's number.
  func write(_ progress: [FileProgress], rows: inout [UInt32: Int64], at clock: Instant) throws {
    // An empty file has nothing to be known again by, and nothing to account for.
    for var file in progress where file.bytes > 0 || file.counts.lines > 0 {
      if let row = rows[file.number] {
        file.known = row
        file.restarts = false
      }
      rows[file.number] = try write(file, at: clock)
    }
  }

  /// Adds what became of the lines of files whose progress was written without it.
  func add(_ outcome: MergeOutcome, rows: [UInt32: Int64]) throws {
    for number in outcome.fileNumbers {
      guard let row = rows[number] else { continue }
      addOutcome.bind(row, at: 1)
      let counts = outcome.counts(file: number)
      addOutcome.bind(counts.merged, at: 2)
      addOutcome.bind(counts.duplicate, at: 3)
      try addOutcome.run()
    }
  }

  /// Writes down how far a file was read.
  ///
  /// - Returns: the file's row, for the next commit.
  private func write(_ file: FileProgress, at clock: Instant) throws -> Int64 {
    let ref = try file.known ?? newRow(path: file.path)
    if file.restarts, file.known != nil {
      // Reading it in another way told nothing, so what was read of it before still holds.
      if file.state == .failed, file.counts.events == 0, try isReadBefore(ref) { return ref }
      for statement in [restart, forgetRejects] {
        statement.bind(ref, at: 1)
        try statement.run()
      }
    }
    update.bind(ref, at: 1)
    update.bind(file.path, at: 2)
    update.bind(file.format, at: 3)
    update.bind(file.bytes, at: 4)
    update.bind(file.offset, at: 5)
    update.bind(file.identity.headBytes, at: 6)
    update.bind(file.identity.head, at: 7)
    update.bind(file.identity.tail, at: 8)
    update.bind(file.state.rawValue, at: 9)
    update.bind(file.counts.lines, at: 10)
    update.bind(file.counts.rejected, at: 11)
    update.bind(file.counts.ignored, at: 12)
    update.bind(file.counts.events, at: 13)
    update.bind(file.firstEvent?.milliseconds, at: 14)
    update.bind(file.lastEvent?.milliseconds, at: 15)
    update.bind(clock.milliseconds, at: 16)
    update.bind(file.lastLine, at: 17)
    update.bind(file.mapping, at: 18)
    try update.run()
    addReading.bind(ref, at: 1)
    addReading.bind(file.options.joined(separator: KnownFile.separator), at: 2)
    try addReading.run()
    for line in file.rejects { try write(line, ref) }
    if file.restarts || !file.rejects.isEmpty { try database.outdateJudgements() }
    return ref
  }

  /// Whether a file's account has events.
  private func isReadBefore(_ ref: Int64) throws -> Bool {
    hasEvents.bind(ref, at: 1)
    defer { hasEvents.reset() }
    return try hasEvents.step() && hasEvents.integer(0) != 0
  }

  private func newRow(path: String) throws -> Int64 {
    insert.bind(path, at: 1)
    defer { insert.reset() }
    guard try insert.step() else { throw LedgerError.inconsistent("a new file got no row") }
    let ref = insert.integer(0)
    while try insert.step() {}
    return ref
  }

  private func write(_ line: RejectRecord, _ ref: Int64) throws {
    reject.bind(ref, at: 1)
    reject.bind(line.byteOffset, at: 2)
    reject.bind(line.line, at: 3)
    reject.bind(line.rejection.reason.rawValue, at: 4)
    reject.bind(line.rejection.field?.rawValue, at: 5)
    reject.bind(Int64(bitPattern: line.digest), at: 6)
    reject.bind(line.time?.milliseconds, at: 7)
    try reject.run()
  }
}
