import Prose
package import ReceiptModel

/// The spelling of values that all formats share.
package enum CellText {
  /// A number in digits: with the column's fraction digits, or as many as it needs; empty for anything else.
  package static func number(_ cell: Cell, in column: ResultColumn) -> String {
    number(cell, fractionDigits: column.fractionDigits)
  }

  private static func number(_ cell: Cell, fractionDigits: Int?) -> String {
    switch cell {
    case .integer(let value): return String(value)
    case .real(let value):
      guard value.isFinite else { return value.isNaN ? "" : value > 0 ? "Inf" : "-Inf" }
      return fractionDigits.map { DecimalText.fixed(value, digits: $0) } ?? DecimalText.shortest(value)
    case .null, .text, .blob: return ""
    }
  }

  /// Writes what `number` gives.
  static func append(number cell: Cell, fractionDigits: Int?, to bytes: inout [UInt8]) {
    switch cell {
    case .integer(let value): DecimalText.append(value, to: &bytes)
    case .real(let value) where value.isFinite && fractionDigits != nil:
      DecimalText.append(value, digits: fractionDigits ?? 0, to: &bytes)
    default: bytes += number(cell, fractionDigits: fractionDigits).utf8
    }
  }

  /// Two lower-case digits for each byte.
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { padded(String($0, radix: 16), to: 2) }.joined()
  }

  /// Digits with zeros before them, up to a width.
  static func padded(_ digits: String, to width: Int) -> String {
    String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

extension ResultTable {
  /// Whether a column is set to the right: what is declared a number, or holds numbers and nothing else.
  func isNumeric(_ column: Int) -> Bool {
    switch columns[column].type {
    case .integer, .real: return true
    case .text, .blob, .identifier, .date, .time, .boolean: return false
    case nil:
      let cells = rows.lazy.map { $0[column] }.filter { !$0.isNull }
      return !cells.isEmpty && cells.allSatisfy(\.isNumber)
    }
  }
}
