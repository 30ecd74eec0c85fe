import Prose
package import ReceiptModel

/// Columns aligned for people: numbers on the right, nothing that a terminal would act on.
///
/// The header and a rule stand above the rows; every line ends with LF and none with a space.
package struct TerminalFormat: PaddedFormat {
  var rows = PaddedRows([]) { $0 }

  package init() {}

  package mutating func begin(_ columns: [ResultColumn], into output: inout [UInt8]) {
    rows = PaddedRows(columns, name: Self.escaped)
  }

  package var keptBytes: Int {
    // Two spaces between columns, an end of each line, and the rule.
    let line = 2 * rows.columnCount
    let rule = (0..<rows.columnCount).reduce(line) { $0 + rows.width($1) }
    return rows.byteCount(trims: true) + (rows.count + 1) * line + rule
  }

  func appendRule(_ column: Int, to output: inout [UInt8]) {
    output.append(contentsOf: repeatElement(UInt8(ascii: "-"), count: rows.width(column)))
  }

  func appendLine(to output: inout [UInt8], cell: (_ column: Int, inout [UInt8]) -> Void) {
    let start = output.count
    for column in 0..<rows.columnCount {
      if column > 0 { output.append(contentsOf: "  ".utf8) }
      cell(column, &output)
    }
    while output.count > start, output.last == UInt8(ascii: " ") { output.removeLast() }
    output.append(0x0A)
  }

  /// Text that names whatever would otherwise move the cursor, change colours or turn the reading direction.
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

  static func text(_ cell: Cell, of column: ResultColumn) -> String {
    switch cell {
    case .text(let text): escaped(text)
    case .blob(let bytes): CellText.hexadecimal(bytes)
    case .null, .integer, .real: CellText.number(cell, in: column)
    }
  }
}
