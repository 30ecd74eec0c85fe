package import ReceiptModel

/// A table of GitHub Flavored Markdown that is also readable as it stands: padded, numbers on the right.
///
/// Every line ends with LF.
package struct MarkdownFormat: PaddedFormat {
  var rows = PaddedRows([]) { $0 }

  package init() {}

  package mutating func begin(_ columns: [ResultColumn], into output: inout [UInt8]) {
    // A delimiter needs three dashes, the last of which may be the colon.
    rows = PaddedRows(columns, least: 3, name: MarkdownText.escaped)
  }

  package var keptBytes: Int {
    // "| " before each cell and a space behind it, "|" and an end of the line.
    let line = 3 * rows.columnCount + 2
    let delimiters = (0..<rows.columnCount).reduce(line) { $0 + rows.width($1) }
    return rows.byteCount(trims: false) + (rows.count + 1) * line + delimiters
  }

  func appendRule(_ column: Int, to output: inout [UInt8]) {
    output.append(contentsOf: repeatElement(UInt8(ascii: "-"), count: rows.width(column) - 1))
    output.append(UInt8(ascii: rows.isRight(column) ? ":" : "-"))
  }

  func appendLine(to output: inout [UInt8], cell: (_ column: Int, inout [UInt8]) -> Void) {
    output.append(UInt8(ascii: "|"))
    for column in 0..<rows.columnCount {
      output.append(UInt8(ascii: " "))
      cell(column, &output)
      output.append(contentsOf: " |".utf8)
    }
    output.append(0x0A)
  }

  static func text(_ cell: Cell, of column: ResultColumn) -> String {
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
