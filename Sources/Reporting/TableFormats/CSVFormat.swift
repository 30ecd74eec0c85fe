package import ReceiptModel

/// The readers a CSV file is for.
package enum CSVFlavour: Sendable {
  /// Programs: RFC 4180 with LF, every text as it is.
  case standard
  /// Spreadsheets: a byte order mark, CRLF, and no text that would be taken for a formula, a number or a date.
  case excel
}

/// Comma-separated values (RFC 4180): one header row always, NULL as nothing, `.` as the decimal point.
package struct CSVFormat: RowFormat {
  private let flavour: CSVFlavour
  private var fields: [Field] = []

  package init(_ flavour: CSVFlavour = .standard) { self.flavour = flavour }

  package mutating func begin(_ columns: [ResultColumn], into output: inout [UInt8]) {
    fields = columns.map { Field(type: $0.type, fractionDigits: $0.fractionDigits) }
    if flavour == .excel { output += [0xEF, 0xBB, 0xBF] }
    for index in columns.indices {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      append(columns[index].name, quoted: false, isMarked: isFormula(columns[index].name), to: &output)
    }
    endLine(&output)
  }

  package mutating func row(_ cells: [Cell], into output: inout [UInt8]) {
    let start = output.count
    for index in cells.indices {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      append(cells[index], fields[index], to: &output)
    }
    // Most readers take a blank line for no row.
    if output.count == start { output += "\"\"".utf8 }
    endLine(&output)
  }

  package func end(into output: inout [UInt8]) {}
}

extension CSVFormat {
  /// What of a column its cells are written by.
  ///
  /// Without its name: all cores write rows of one table, and would count references to it in turn.
  private struct Field {
    var type: ResultType?
    var fractionDigits: Int?
  }

  private func append(_ cell: Cell, _ field: Field, to output: inout [UInt8]) {
    let isIdentifier = field.type == .identifier
    switch cell {
    case .null: break
    case .text(let text):
      append(text, quoted: isIdentifier, isMarked: mustBeMarked(text, field.type), to: &output)
    case .blob(let bytes):
      append(CellText.hexadecimal(bytes), quoted: isIdentifier, isMarked: false, to: &output)
    case .integer, .real:
      if isIdentifier { output.append(UInt8(ascii: "\"")) }
      CellText.append(number: cell, fractionDigits: field.fractionDigits, to: &output)
      if isIdentifier { output.append(UInt8(ascii: "\"")) }
    }
  }

  /// - Parameter isMarked: whether a spreadsheet has to be told that this is text, by an apostrophe before it.
  private func append(_ text: String, quoted: Bool, isMarked: Bool, to output: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    guard quoted || Self.mustBeQuoted(text) else {
      if isMarked { output.append(UInt8(ascii: "'")) }
      output += text.utf8
      return
    }
    output.append(quote)
    if isMarked { output.append(UInt8(ascii: "'")) }
    for byte in text.utf8 {
      if byte == quote { output.append(quote) }
      output.append(byte)
    }
    output.append(quote)
  }

  private static func mustBeQuoted(_ text: String) -> Bool {
    let space = UInt8(ascii: " ")
    if text.utf8.first == space || text.utf8.last == space { return true }
    return text.utf8.contains { byte in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
    }
  }

  /// Whether a spreadsheet has to be told that a text is one.
  ///
  /// Columns declared as days or times should be read as such.
  private func mustBeMarked(_ text: String, _ type: ResultType?) -> Bool {
    guard flavour == .excel else { return false }
    return isFormula(text) || (type == .text || type == .identifier) && SpreadsheetGuess.changes(text)
  }

  /// Whether a spreadsheet may run this text: what it begins with, after blanks and quotation marks.
  private func isFormula(_ text: String) -> Bool {
    guard flavour == .excel else { return false }
    // Scalars, because "\r\n" is one Character and would be neither of its parts.
    let first = text.unicodeScalars.first { !" \"'".unicodeScalars.contains($0) }
    return first.map { "=+-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains($0) } ?? false
  }

  private func endLine(_ output: inout [UInt8]) {
    if flavour == .excel { output.append(0x0D) }
    output.append(0x0A)
  }
}
