import ReceiptModel
import Reporting
import SQLite

/// A part of a ledger for dashboards: few tables of sums and lists, in one SQLite file that never changes.
///
/// The ledger itself is written to, its tables are private, and its views compute. A snapshot is read by anything, from
/// a folder that is read-only, while the next one is being made.
package struct Snapshot: Sendable {
  /// By which nothing but a former snapshot is ever replaced by one.
  package static let applicationID = ApplicationID.snapshot
  /// Raised whenever a table or column is added or changes its meaning.
  package static let schemaVersion: Int64 = 4

  /// In an order in which every table follows those it refers to.
  package let tables: [SnapshotTable]

  /// Fills an empty file.
  ///
  /// The same snapshot gives the same bytes, as long as the library stays the same: its version stands in the file.
  ///
  /// - Throws: `SQLiteError`; the file is worth nothing then.
  package func write(to path: String) throws {
    let database = try Database(path: StorePath.resolve(path), mode: .readWrite)
    // Nobody else knows the file, and who makes it flushes it before it gets its name.
    try database.execute(
      """
      PRAGMA page_size = 4096; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -32768; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;
      """)
    try database.transaction {
      try database.execute(
        """
        PRAGMA application_id = \(Self.applicationID);
        PRAGMA user_version = \(Self.schemaVersion);
        """)
      for table in tables { try write(table, to: database) }
    }
  }

  private func write(_ table: SnapshotTable, to database: Database) throws {
    try database.execute(table.creation)
    let insertion = try database.prepare(table.insertion)
    let types = table.dataSet.columns.map(\.column.type)
    try table.dataSet.rows.forEach { row in
      for (index, cell) in row.enumerated() {
        switch cell {
        case .null: insertion.bindNull(at: index + 1)
        case .integer(let value): insertion.bind(value, at: index + 1)
        case .real(let value): insertion.bind(value, at: index + 1)
        case .text(let text) where types[index] == .boolean:
          insertion.bind(text == "true" ? 1 : 0, at: index + 1)
        case .text(let text): insertion.bind(text, at: index + 1)
        case .blob(let bytes): insertion.bind(blob: bytes, at: index + 1)
        }
      }
      try insertion.run()
    }
    for index in table.indexes { try database.execute(index) }
  }
}
