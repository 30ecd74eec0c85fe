/// The leaves of a contiguous part of a table, built by a `TableSegment`.
package struct LeafPages: Sendable {
  let table: String
  /// The numbers of the leaves that are in the file, in key order.
  private(set) var written: [UInt32] = []
  /// The leaves behind them, which still wait for their numbers: at least one, when there are rows.
  private(set) var waiting: [UInt8] = []
  /// The cells of the rows between the leaves.
  private(set) var dividers: [UInt8] = []
  package private(set) var rowCount = 0
  private(set) var keys: (first: RowKey, last: RowKey)?

  /// A part without rows.
  init(table: String) { self.table = table }

  init(
    table: String, written: [UInt32], waiting: [UInt8], dividers: [UInt8], rowCount: Int,
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
