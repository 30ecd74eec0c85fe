import ReceiptModel
import SQLite

extension RowBatch {
  /// The columns of a `CohortTable` in its order, with one name for what its rows are about.
  static let cohortColumns = ["hour", "app_ref", "part"] + Count.allCases.map(\.name)

  /// Fills the batch, whose columns are `cohortColumns`, with the rows of the cells that come next.
  ///
  /// - Parameters:
  ///   - changes: sorted by their cells.
  ///   - limit: the most rows that the batch takes.
  /// - Returns: whether one of them has lost deliveries.
  func fill(_ changes: [CohortChange], from next: inout Int, limit: Int) -> Bool {
    removeAll()
    var isShrunk = false
    var row = [Int64](repeating: 0, count: 3 + Count.allCases.count)
    while next < changes.count, rowCount < limit {
      let (key, counts) = changes.takeCell(at: &next)
      guard !counts.isZero else { continue }
      (row[0], row[1], row[2]) = (key.hour, key.app, key.part)
      for count in Count.allCases { row[3 + count.rawValue] = Int64(counts[count]) }
      append(row.span)
      if counts[.deliveries] < 0 { isShrunk = true }
    }
    return isShrunk
  }
}
