package import ReceiptModel
import SQLite

extension LedgerReader {
  /// Reads a SELECT of this program's own as a table.
  package func table(_ sql: String) throws -> ResultTable {
    let statement = try database.prepare(sql)
    var table = ResultTable(
      columns: (0..<statement.columnCount).map { ResultColumn(statement.columnName($0)) })
    while try statement.step() { table.rows.append((0..<statement.columnCount).map { statement.cell($0) }) }
    return table
  }
}
