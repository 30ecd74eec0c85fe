internal import Prose
package import ReceiptModel

/// A table of GitHub Flavored Markdown that is also readable as it stands: padded, numbers on the right.
package enum MarkdownFormat {
  /// The table; every line ends with LF.
  package static func text(of table: ResultTable) -> String {
    let header = table.columns.map { MarkdownText.escaped($0.name) }
    let rows = table.rows.map { row in zip(row, table.columns).map(text) }
    let right = table.columns.indices.map(table.isNumeric)
    let widths = header.indices.map { column in
      // A delimiter needs three dashes, the last of which may be the colon.
      rows.reduce(max(3, header[column].displayWidth)) { max($0, $1[column].displayWidth) }
    }
    func line(_ cells: [String]) -> String {
      let padded = cells.indices.map { cells[$0].padded(to: widths[$0], right: right[$0]) }
      return "| \(padded.joined(separator: " | ")) |\n"
    }
    let delimiters = widths.indices.map { column in
      right[column]
        ? String(repeating: "-", count: widths[column] - 1) + ":"
        : String(repeating: "-", count: widths[column])
    }
    return line(header) + line(delimiters) + rows.map(line).joined()
  }

  private static func text(_ cell: Cell, of column: ResultColumn) -> String {
    let isIdentifier = column.type == .identifier
    switch cell {
    case .null: return ""
    case .text(let text): return isIdentifier ? MarkdownText.code(text) : MarkdownText.escaped(text)
    case .blob(let bytes): return MarkdownText.code(CellText.hexadecimal(bytes))
    case .integer, .real:
      let number = CellText.number(cell, in: column)
      return isIdentifier ? MarkdownText.code(number) : number
    }
  }
}
