import JSONWriting
import ReceiptModel

/// Rows of a table as JSON objects, as both JSON formats write them.
enum JSONRow {
  /// Appends a value: a blob as text in hexadecimal, NULL and what is no number as `null`.
  private static func append(_ cell: Cell, of column: ResultColumn, to output: inout [UInt8]) {
    switch cell {
    case .null: output += "null".utf8
    case .text(let text): JSONText.append(text, to: &output)
    case .blob(let bytes): JSONText.append(CellText.hexadecimal(bytes), to: &output)
    // JavaScript and jq read every number as a double, which holds integers up to 2^53.
    case .integer(let value) where value.magnitude > 1 << 53 || column.type == .identifier:
      JSONText.append(String(value), to: &output)
    // The spelling of SQLite: valid JSON, and too large for a double, so it reads back as infinity.
    case .real(let value) where value.isInfinite: output += (value > 0 ? "9e999" : "-9e999").utf8
    case .real(let value) where value.isNaN: output += "null".utf8
    case .integer, .real: output += CellText.number(cell, in: column).utf8
    }
  }

  /// Appends an object with one member for each cell.
  static func append(_ cells: [Cell], keys: [String], columns: [ResultColumn], to output: inout [UInt8]) {
    output.append(UInt8(ascii: "{"))
    for (index, cell) in cells.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      JSONText.append(keys[index], to: &output)
      output.append(UInt8(ascii: ":"))
      append(cell, of: columns[index], to: &output)
    }
    output.append(UInt8(ascii: "}"))
  }

  /// The columns' names, made different: a second `n` becomes `n_2`, because a reader keeps one member of a name.
  static func keys(of columns: [ResultColumn]) -> [String] {
    var used: Set<String> = []
    return columns.map { column in
      var key = column.name
      var count = 1
      while !used.insert(key).inserted {
        count += 1
        key = "\(column.name)_\(count)"
      }
      return key
    }
  }
}
