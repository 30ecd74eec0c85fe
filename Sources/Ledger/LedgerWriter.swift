package import ReceiptModel
internal import SQLite

/// Takes runs and what is known of their files into a ledger, one transaction for each.
///
/// Rows, rollups, refused lines and the files' offsets commit together: after a crash the ledger is as of the last
/// commit, and reading on from the stored offsets completes it.
package final class LedgerWriter {
  private let database: Database
  private let merger: RunMerger
  private let files: FileTable
  /// The row of each file in this import, by the importer's number.
  private var rows: [UInt32: Int64] = [:]

  /// - Parameter settings: adopted first; the rollups are computed again if they differ from the ledger's.
  package init(_ store: LedgerStore, settings: LedgerSettings) throws {
    try store.adopt(settings)
    database = store.database
    merger = try RunMerger(in: database, settings: settings)
    files = try FileTable(in: database)
  }

  /// Merges a run and records how far its files were read.
  ///
  /// - Parameters:
  ///   - order: the run's `sortedOrder()`.
  ///   - clock: written as the files' `finished_at`; nothing else depends on it.
  /// - Throws: `SQLiteError`, `LedgerError`; then nothing of the run is in the ledger.
  package func commit(_ run: EventRun, order: [UInt32], files progress: [FileProgress], clock: Instant) throws
    -> MergeOutcome
  {
    try database.transaction {
      let outcome = try merger.merge(run, order: order)
      // An empty file has nothing to be known again by, and nothing to account for.
      for var file in progress where file.bytes > 0 || file.lines > 0 {
        if let row = rows[file.number] {
          file.known = row
          file.restarts = false
        }
        rows[file.number] = try files.write(file, outcome: outcome, at: clock)
      }
      return outcome
    }
  }

  /// Completes the import; called once, after the last run or an interrupt.
  ///
  /// - Returns: what became of the lines that `commit` has not told of.
  package func finish(clock: Instant) throws -> MergeOutcome { MergeOutcome() }
}
