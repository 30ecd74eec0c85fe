internal import Prose
package import ReceiptModel

/// Columns aligned for people: numbers on the right, nothing a terminal would obey.
package enum TerminalFormat {
  /// The table with its header and a rule; every line ends with LF and none with a space.
  package static func text(of table: ResultTable) -> String {
    let header = table.columns.map { escaped($0.name) }
    let rows = table.rows.map { row in zip(row, table.columns).map(text) }
    let right = table.columns.indices.map(table.isNumeric)
    let widths = header.indices.map { column in
      rows.reduce(header[column].displayWidth) { max($0, $1[column].displayWidth) }
    }
    func line(_ cells: [String]) -> String {
      var line = cells.indices.map { cells[$0].padded(to: widths[$0], right: right[$0]) }.joined(
        separator: "  ")
      while line.utf8.last == UInt8(ascii: " ") { line.unicodeScalars.removeLast() }
      return line + "\n"
    }
    let rule = line(widths.map { String(repeating: "-", count: $0) })
    return line(header) + rule + rows.map(line).joined()
  }

  /// Text that shows what would otherwise move the cursor, change colours or turn the reading direction.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.isControl || $0.isInvisible }) else { return text }
    var shown = ""
    for scalar in text.unicodeScalars {
      let digits = String(scalar.value, radix: 16)
      if scalar.isControl {
        shown += "\\x\(CellText.padded(digits, to: 2))"
      } else if scalar.isInvisible {
        shown += "\\u{\(digits)}"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  private static func text(_ cell: Cell, of column: ResultColumn) -> String {
    switch cell {
    case .text(let text): escaped(text)
    case .blob(let bytes): CellText.hexadecimal(bytes)
    case .null, .integer, .real: CellText.number(cell, in: column)
    }
  }
}
