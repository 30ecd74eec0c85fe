import ReceiptModel
import SQLite
import Synchronization
import Threads

/// Builds the pages of the tables of versions' counters, whose rows nobody has written before; all cores work on it.
struct VersionSegments {
  private var pairs: VersionPairs
  private let segments: [VersionSegment]

  /// - Parameter parts: has the versions that the changes name.
  init(_ build: TableBuild, parts: Database) throws {
    segments = try CohortTable.ofVersions.map { try VersionSegment($0, build) }
    pairs = try VersionPairs(in: parts)
  }

  /// Adds whole rows of each table, behind those of the call before.
  mutating func append(_ changes: [CohortChange]) throws {
    let work = try segments.map { ($0, try pairs.unsortedChanges(changes, of: $0.table)) }
    _ = try work.concurrentMap { segment, changes in try segment.append(changes) }
  }

  /// The finished tables.
  func finish() throws -> [LeafPages] { try segments.concurrentMap { try $0.finish() } }
}

/// One of the tables, for one thread at a time.
private final class VersionSegment: Sendable {
  let table: CohortTable
  private let state: Mutex<State>

  private struct State: ~Copyable {
    let rows = RowBatch(columns: RowBatch.cohortColumns)
    /// `nil` once it is finished.
    var pages: TableSegment?
  }

  init(_ table: CohortTable, _ build: TableBuild) throws {
    self.table = table
    let pages = try build.segment(of: table.name)
    state = Mutex(State(pages: pages))
  }

  /// Adds whole rows, of changes in any order.
  func append(_ changes: [CohortChange]) throws {
    let changes = changes.sorted { $0.key < $1.key }
    try state.withLock { state in
      var next = 0
      while next < changes.count {
        _ = state.rows.fill(changes, from: &next, limit: DeliverySegments.batchRows)
        try state.pages?.append(state.rows)
      }
    }
  }

  func finish() throws -> LeafPages {
    try state.withLock { state in
      guard let pages = state.pages.take() else {
        throw LedgerError.inconsistent("\(table.name) is finished already")
      }
      return try pages.finish()
    }
  }
}
