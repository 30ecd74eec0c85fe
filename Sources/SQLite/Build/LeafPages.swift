/// The leaves of a contiguous part of a table, built by a `TableSegment`.
package struct LeafPages: Sendable {
  let table: String
  /// What stands above the leaves that are in the file; `nil` without rows.
  private(set) var written: LeafParents?
  /// The leaves behind them, which still wait for their numbers: at least one, when there are rows.
  private(set) var waiting: [UInt8] = []
  /// The cells of the rows between the waiting leaves.
  private(set) var dividers: [UInt8] = []
  package private(set) var rowCount = 0
  private(set) var keys: (first: RowKey, last: RowKey)?

  /// A part without rows.
  init(table: String) { self.table = table }

  init(
    table: String, written: LeafParents, waiting: [UInt8], dividers: [UInt8], rowCount: Int,
    keys: (first: RowKey, last: RowKey)
  ) {
    self.table = table
    self.written = written
    self.waiting = waiting
    self.dividers = dividers
    self.rowCount = rowCount
    self.keys = keys
  }
}
