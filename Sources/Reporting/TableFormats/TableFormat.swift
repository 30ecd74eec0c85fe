package import ReceiptModel

/// The formats a result table can be printed in; the raw value is what users type.
package enum TableFormat: String, CaseIterable, Sendable {
  /// Aligned columns for people at a terminal.
  case table
  case csv
  /// One array of objects.
  case json
  /// One object a line.
  case jsonl
  /// A table of GitHub Flavored Markdown.
  case markdown

  /// The writer that needs one row at a time, or `nil` for a format whose columns are as wide as their widest cell.
  package func rowFormat(csv flavour: CSVFlavour = .standard) -> (any RowFormat)? {
    switch self {
    case .csv: CSVFormat(flavour)
    case .json: JSONFormat()
    case .jsonl: JSONLinesFormat()
    case .table, .markdown: nil
    }
  }

  /// Writes a whole table.
  package func write(_ table: ResultTable, csv flavour: CSVFlavour = .standard, into output: inout [UInt8]) {
    switch self {
    case .csv: CSVFormat(flavour).write(table, into: &output)
    case .json: JSONFormat().write(table, into: &output)
    case .jsonl: JSONLinesFormat().write(table, into: &output)
    case .table: output += TerminalFormat.text(of: table).utf8
    case .markdown: output += MarkdownFormat.text(of: table).utf8
    }
  }
}

/// A format that is written row by row, so that a long result never stands in memory.
package protocol RowFormat: Sendable {
  /// Writes what stands before the first row; called once, first.
  mutating func begin(_ columns: [ResultColumn], into output: inout [UInt8])
  /// Writes one row, which has a cell for each column.
  mutating func row(_ cells: [Cell], into output: inout [UInt8])
  /// Writes what stands after the last row.
  mutating func end(into output: inout [UInt8])
}

extension RowFormat {
  /// Writes a whole table.
  package consuming func write(_ table: ResultTable, into output: inout [UInt8]) {
    begin(table.columns, into: &output)
    for cells in table.rows { row(cells, into: &output) }
    end(into: &output)
  }
}
