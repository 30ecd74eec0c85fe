package import ReceiptModel
import SQLite

/// Takes batches and what is known of their files into a ledger.
///
/// Into a ledger with content it writes batches in transactions, those together that are ready together. Rows, rollups,
/// refused lines and the files' offsets commit at once, so after a crash the ledger is as of the last commit, and
/// reading on from the stored offsets completes it. The first content of an empty ledger is built in one go when it is
/// more than a batch.
package final class BatchCommitter {
  private let store: LedgerWriter
  private let settings: LedgerSettings
  private let memory: BuildMemory?
  private let shouldGiveUp: @Sendable () -> Bool
  /// The mark of the key whose pseudonyms the batches hold, until the ledger has it.
  private var newMark: Int64?
  private var way: Way?
  /// The row of each file in this import, by the importer's number.
  private var rows: [UInt32: Int64] = [:]
  private var isInTransaction = false

  /// Bytes of sorted batches that go together at most.
  private static let pendingLimit = 32 << 20

  private enum Way {
    case merging(BatchMerger, FileTable)
    case building(LedgerBuild)
  }

  /// - Parameters:
  ///   - settings: adopted first; the rollups are computed again if they differ from the ledger's.
  ///   - memory: what building the first content may use; `nil` merges it batch by batch.
  ///   - pseudonymMark: of the key whose pseudonyms the batches hold; `nil` when they hold device ids as logs name them.
  ///   - shouldGiveUp: asked often by `finish`; after `true` it throws `givenUp`.
  /// - Throws: `LedgerError.otherDeviceIDs` before anything is changed; `SQLiteError`.
  package init(
    _ store: LedgerWriter, settings: LedgerSettings, memory: BuildMemory? = nil, pseudonymMark: Int64? = nil,
    shouldGiveUp: @escaping @Sendable () -> Bool = { false }
  ) throws {
    self.shouldGiveUp = shouldGiveUp
    newMark = try store.newMark(pseudonymMark)
    try store.adopt(settings)
    self.store = store
    self.settings = settings
    self.memory = memory
  }

  /// Takes a batch and records how far its files were read.
  ///
  /// - Parameters:
  ///   - batch: sorted by a `BatchSorter`.
  ///   - isLast: whether no other batch follows.
  ///   - followsSoon: whether the next batch is there already, so that both can go together.
  ///   - clock: written as the files' `finished_at`; nothing else depends on it.
  /// - Returns: what became of lines of this batch and of batches before it, as far as it is decided and was not
  ///   returned yet.
  /// - Throws: `SQLiteError`, `LedgerError`; then nothing is in the ledger since the last commit.
  package func commit(
    _ batch: EventBatch, files progress: [FileProgress], isLast: Bool = true, followsSoon: Bool = false,
    clock: Instant
  ) throws -> MergeOutcome {
    switch try way ?? chooseWay(isLast: isLast) {
    case .building(let build):
      try build.add(batch, files: progress, clock: clock)
      return MergeOutcome()
    case .merging(let merger, let files):
      return try orRollBack {
        if !isInTransaction {
          try store.database.execute("BEGIN IMMEDIATE")
          isInTransaction = true
          if let newMark { try store.adopt(pseudonymMark: newMark) }
        }
        try merger.take(batch)
        try files.write(progress, rows: &rows, at: clock)
        let waits = followsSoon && !isLast && merger.pendingBytes < Self.pendingLimit
        return waits ? MergeOutcome() : try flush(merger, files)
      }
    }
  }

  /// Completes the import.
  ///
  /// Call it once, after the last batch or an interrupt.
  ///
  /// - Returns: what became of the lines that `commit` has not told of.
  /// - Throws: `SQLiteError`, `LedgerError`; when it was given up, the ledger is as of the last commit.
  package func finish() throws -> MergeOutcome {
    do {
      let outcome = try finishBatches()
      store.database.interruptStatements(when: shouldGiveUp)
      defer { store.database.letStatementsRun() }
      try store.resolveLinks(settings)
      return outcome
    } catch let error as SQLiteError where error.isInterrupted {
      throw LedgerError.givenUp(path: store.path)
    }
  }

  private func finishBatches() throws -> MergeOutcome {
    switch way {
    case .building(let build):
      let outcome = try build.finish()
      way = nil
      try store.reopen()
      return outcome
    case .merging(let merger, let files) where isInTransaction:
      return try orRollBack { try flush(merger, files) }
    case .merging, nil: return MergeOutcome()
    }
  }

  private func flush(_ merger: BatchMerger, _ files: FileTable) throws -> MergeOutcome {
    let outcome = try merger.flush()
    try files.add(outcome, rows: rows)
    try store.database.execute("COMMIT")
    isInTransaction = false
    newMark = nil
    return outcome
  }

  private func orRollBack<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch {
      rollBack()
      throw error
    }
  }

  private func rollBack() {
    guard isInTransaction else { return }
    // The caller must see why it failed, and not that there is nothing left to roll back.
    try? store.database.execute("ROLLBACK")
    isInTransaction = false
  }

  deinit { rollBack() }

  private func chooseWay(isLast: Bool) throws -> Way {
    let database = store.database
    let chosen: Way
    if let memory, !isLast, try store.isEmpty {
      chosen = .building(
        try LedgerBuild(
          for: StorePath.resolve(store.path), settings: settings, memory: memory, pseudonymMark: newMark,
          shouldGiveUp: shouldGiveUp))
    } else {
      chosen = .merging(try BatchMerger(in: database, settings: settings), try FileTable(in: database))
    }
    way = chosen
    return chosen
  }
}
