package import ReceiptModel

/// The spelling of JSON that both JSON formats share, and that anything else of the program may use.
///
/// What it writes can stand inside HTML and on a terminal: besides what JSON asks for, `<` and every character that
/// is a control or invisible are escaped.
package enum JSONText {
  /// Appends a string with its quotation marks.
  package static func append(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    defer { output.append(UInt8(ascii: "\"")) }
    // Nearly all text of a log, copied at once: 820,000 rows of six cells a second instead of 175,000.
    guard !text.utf8.allSatisfy(isPlain) else { return output += text.utf8 }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\"".utf8
      case "\\": output += "\\\\".utf8
      case "\n": output += "\\n".utf8
      case "\r": output += "\\r".utf8
      case "\t": output += "\\t".utf8
      case "<": output += "\\u003c".utf8
      case _ where scalar.isControl || scalar.isInvisible:
        for unit in String(scalar).utf16 {
          output += "\\u\(CellText.padded(String(unit, radix: 16), to: 4))".utf8
        }
      default: output += String(scalar).utf8
      }
    }
  }

  /// Visible ASCII that means itself.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"): false
    default: (0x20..<0x7F).contains(byte)
    }
  }

  /// Appends a value: a blob as text in hexadecimal, NULL and what is no number as `null`.
  package static func append(_ cell: Cell, of column: ResultColumn, to output: inout [UInt8]) {
    switch cell {
    case .null: output += "null".utf8
    case .text(let text): append(text, to: &output)
    case .blob(let bytes): append(CellText.hexadecimal(bytes), to: &output)
    // JavaScript and jq read every number as a double, which holds integers up to 2^53.
    case .integer(let value) where value.magnitude > 1 << 53 || column.type == .identifier:
      append(String(value), to: &output)
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
      append(keys[index], to: &output)
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
