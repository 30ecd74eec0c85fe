package import ReceiptModel
internal import SQLite

extension LedgerStore {
  /// Reads a SELECT of this program's own as a table.
  ///
  /// - Parameters: named values for the statement's parameters, without the colon; unnamed ones stay NULL.
  package func table(_ sql: String, _ parameters: [String: Cell] = [:]) throws -> ResultTable {
    let statement = try database.prepare(sql)
    for (name, value) in parameters {
      guard let index = statement.parameter(":" + name) else { continue }
      switch value {
      case .integer(let number): statement.bind(number, at: index)
      case .text(let text): statement.bind(text, at: index)
      case .real(let number): statement.bind(number, at: index)
      case .null, .blob: statement.bindNull(at: index)
      }
    }
    var table = ResultTable(
      columns: (0..<statement.columnCount).map { ResultColumn(statement.columnName($0)) })
    while try statement.step() {
      table.rows.append(
        (0..<statement.columnCount).map { column in
          switch statement.type(column) {
          case .null: .null
          case .integer: .integer(statement.integer(column))
          case .real: .real(statement.double(column))
          case .text: .text(statement.text(column))
          case .blob: .blob(statement.blob(column))
          }
        })
    }
    return table
  }
}
