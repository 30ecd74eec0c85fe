package import ReceiptModel
internal import SQLite

/// Takes runs and what is known of their files into a ledger.
///
/// Into a ledger with content each run goes in a transaction of its own: rows, rollups, refused lines and the files'
/// offsets commit together, so after a crash the ledger is as of the last commit, and reading on from the stored
/// offsets completes it. The first content of an empty ledger is built in one go, when it is more than a run.
package final class LedgerWriter {
  private let store: LedgerStore
  private let settings: LedgerSettings
  private let memory: BuildMemory?
  private var way: Way?
  /// The row of each file in this import, by the importer's number.
  private var rows: [UInt32: Int64] = [:]

  private enum Way {
    case merging(RunMerger, FileTable)
    case building(LedgerBuild)
  }

  /// - Parameters:
  ///   - settings: adopted first; the rollups are computed again if they differ from the ledger's.
  ///   - memory: what building the first content may use; `nil` merges it run by run.
  package init(_ store: LedgerStore, settings: LedgerSettings, memory: BuildMemory? = nil) throws {
    try store.adopt(settings)
    self.store = store
    self.settings = settings
    self.memory = memory
  }

  /// Merges a run and records how far its files were read.
  ///
  /// - Parameters:
  ///   - run: sorted by a `RunSorter`.
  ///   - isLast: whether no other run follows.
  ///   - clock: written as the files' `finished_at`; nothing else depends on it.
  /// - Returns: what became of the lines as far as it is decided; the rest comes from `finish`.
  /// - Throws: `SQLiteError`, `LedgerError`; then nothing of the run is in the ledger.
  package func commit(_ run: EventRun, files progress: [FileProgress], isLast: Bool = true, clock: Instant)
    throws -> MergeOutcome
  {
    switch try way ?? chooseWay(isLast: isLast) {
    case .building(let build):
      try build.add(run, files: progress, clock: clock)
      return MergeOutcome()
    case .merging(let merger, let files):
      return try store.database.transaction {
        let outcome = try merger.merge(run)
        try files.write(progress, rows: &rows, outcome: outcome, at: clock)
        return outcome
      }
    }
  }

  /// Completes the import; called once, after the last run or an interrupt.
  ///
  /// - Returns: what became of the lines that `commit` has not told of.
  package func finish() throws -> MergeOutcome {
    guard case .building(let build) = way else { return MergeOutcome() }
    let outcome = try build.finish()
    way = nil
    try store.reopen()
    return outcome
  }

  private func chooseWay(isLast: Bool) throws -> Way {
    let database = store.database
    let isEmpty =
      try database.integer(
        "SELECT NOT EXISTS (SELECT 1 FROM delivery) AND NOT EXISTS (SELECT 1 FROM file) AND NOT EXISTS (SELECT 1 FROM message)"
      ) == 1
    let chosen: Way
    if let memory, !isLast, isEmpty {
      chosen = .building(
        try LedgerBuild(for: StorePath.resolve(store.path), settings: settings, memory: memory))
    } else {
      chosen = .merging(try RunMerger(in: database, settings: settings), try FileTable(in: database))
    }
    way = chosen
    return chosen
  }
}
