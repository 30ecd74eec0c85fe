internal import Prose
internal import ReceiptModel

extension PageTable {
  /// The answer of a query.
  init(_ table: ResultTable) {
    let columns = table.columns.indices.map { place in
      Column(title: .text(table.columns[place].name), isNumber: table.isNumeric(place))
    }
    self.init(columns, rows: table.rows.map { row in zip(row, table.columns).map(Self.phrase) })
  }

  private static func phrase(_ cell: Cell, of column: ResultColumn) -> Phrase {
    let isIdentifier = column.type == .identifier
    switch cell {
    case .null: return .empty
    case .text(let text): return isIdentifier ? .code(text) : .text(text)
    case .blob(let bytes): return .code(CellText.hexadecimal(bytes))
    case .integer, .real:
      let number = CellText.number(cell, in: column)
      return isIdentifier ? .code(number) : .figure(number)
    }
  }
}
