package import ReceiptModel

/// The formats a result table can be printed in; users type the raw value.
package enum TableFormat: String, CaseIterable, Sendable {
  /// Aligned columns for people at a terminal.
  case table
  case csv
  /// One array of objects.
  case json
  /// One object a line.
  case jsonl
  /// A table of GitHub Flavored Markdown.
  case markdown = "md"

  /// The writer, which takes one row at a time.
  package func rowFormat(csv flavour: CSVFlavour = .standard) -> any RowFormat {
    switch self {
    case .table: TerminalFormat()
    case .csv: CSVFormat(flavour)
    case .json: JSONFormat()
    case .jsonl: JSONLinesFormat()
    case .markdown: MarkdownFormat()
    }
  }

  /// Writes a whole table.
  package func write(_ table: ResultTable, csv flavour: CSVFlavour = .standard, into output: inout [UInt8]) {
    rowFormat(csv: flavour).write(table, into: &output)
  }

  /// A whole table.
  package func bytes(of table: ResultTable) -> [UInt8] {
    var bytes: [UInt8] = []
    write(table, into: &bytes)
    return bytes
  }
}

/// A format that takes a table row by row.
///
/// Most write each row at once, so that a long result never stands in memory. Those whose columns are as wide as their
/// widest cell keep the rows until the end.
package protocol RowFormat: Sendable {
  /// Writes what stands before the first row; called once, first.
  mutating func begin(_ columns: [ResultColumn], into output: inout [UInt8])
  /// Writes one row, which has a cell for each column.
  mutating func row(_ cells: [Cell], into output: inout [UInt8])
  /// Writes what stands after the last row.
  mutating func end(into output: inout [UInt8])
  /// Bytes that `end` is going to write of the rows that are kept, padding and all.
  var keptBytes: Int { get }
  /// Forgets the row that came last, when it is kept; called at most once after each.
  mutating func takeBackRow()
  /// Writes the rows that are kept instead of `end` when there would have been more of them.
  mutating func stop(into output: inout [UInt8])
}

extension RowFormat {
  package var keptBytes: Int { 0 }
  package mutating func takeBackRow() {}
  package mutating func stop(into output: inout [UInt8]) {}

  /// The text of a whole table.
  package consuming func text(of table: ResultTable) -> String {
    var bytes: [UInt8] = []
    write(table, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes a whole table.
  package consuming func write(_ table: ResultTable, into output: inout [UInt8]) {
    begin(table.columns, into: &output)
    for cells in table.rows { row(cells, into: &output) }
    end(into: &output)
  }
}
