import Files
import Glibc
import ReceiptModel
import SQLite

extension LedgerReader {
  /// Compares each table of cohorts with what the deliveries come to.
  ///
  /// SQL judges each delivery once. The cells are added up here, because SQLite would sort rows of all counters anew for
  /// each table; they take a bounded amount of memory wherever the ledger's folder takes a temporary file.
  ///
  /// - Returns: a sentence for each table that differs.
  func cohortProblems() throws -> [String] {
    let tables = CohortTable.allCases
    let folder = FolderNames.folder(of: path)
    let spills = FileCall.access(folder, W_OK) ? tables.map { _ in CellSpill(folder: folder) } : nil
    var cells = tables.map { _ in RollupTable<CountedKey, Int>(zero: 0) }
    let rows = try database.prepare(RollupDefinition.deliveryCounters)
    while try rows.step() {
      let (hour, app) = (rows.integer(0), rows.integer(1))
      let counters = CountSet(bits: UInt32(truncatingIfNeeded: rows.integer(2 + tables.count)))
      for (place, table) in tables.enumerated() {
        let part = rows.integer(2 + place)
        cells[place][CountedKey(hour: table.row(ofHour: hour), app: app, part: part, counters: counters)] += 1
      }
      guard let spills, cells.reduce(0, { $0 + $1.byteCount }) > Self.cellBytes else { continue }
      for place in tables.indices { try spills[place].add(cells[place].takeSorted()) }
    }
    var problems: [String] = []
    for (place, table) in tables.enumerated() {
      var comparison = try CohortComparison(of: table, in: database)
      if let spill = spills?[place], !spill.isEmpty {
        try spill.add(cells[place].takeSorted())
        try spill.drain(Self.cellBytes) { try comparison.compare($0) }
      } else {
        try comparison.compare(cells[place].takeSorted())
      }
      try comparison.finish()
      if comparison.excess + comparison.missing > 0 {
        problems.append(
          Self.difference(of: table.name, excess: comparison.excess, missing: comparison.missing))
      }
    }
    return problems
  }

  private static let cellBytes = 64 << 20
}

/// The rows of a table of cohorts beside those that it has to have, both in the order of the primary key.
private struct CohortComparison {
  /// Rows that should not be there as they are.
  private(set) var excess = 0
  /// Rows that should be there and are not, or not so.
  private(set) var missing = 0
  private let held: Statement
  private var hasRow = false

  init(of table: CohortTable, in database: Database) throws {
    // Rows of several hours have nothing of loaded ones.
    let rows = table == .versions ? "FROM \(table.name)" : RollupDefinition.counted(table.name)
    held = try database.prepare("SELECT * \(rows) ORDER BY hour, app_ref, \(table.part)")
    hasRow = try held.step()
  }

  /// - Parameter wanted: sorted, and behind those of the call before.
  mutating func compare(_ wanted: [CohortChange]) throws {
    var next = 0
    while next < wanted.count {
      let (key, counts) = wanted.takeCell(at: &next)
      let cell = (key.hour, key.app, key.part)
      while hasRow, (held.integer(0), held.integer(1), held.integer(2)) < cell {
        excess += 1
        hasRow = try held.step()
      }
      guard hasRow, (held.integer(0), held.integer(1), held.integer(2)) == cell else {
        missing += 1
        continue
      }
      if Count.allCases.contains(where: { held.integer(3 + $0.rawValue) != Int64(counts[$0]) }) {
        excess += 1
        missing += 1
      }
      hasRow = try held.step()
    }
  }

  /// Counts the rows behind all that were wanted.
  mutating func finish() throws {
    while hasRow {
      excess += 1
      hasRow = try held.step()
    }
  }
}
