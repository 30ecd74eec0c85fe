import ReceiptModel

/// A format whose columns are as wide as their widest cell, so that it keeps the rows until the end.
protocol PaddedFormat: RowFormat {
  var rows: PaddedRows { get set }

  /// The text of a cell of a column.
  static func text(_ cell: Cell, of column: ResultColumn) -> String

  /// Writes a line of a text for each column.
  func appendLine(to output: inout [UInt8], cell: (_ column: Int, inout [UInt8]) -> Void)

  /// Writes what goes between the name of a column and its rows.
  func appendRule(_ column: Int, to output: inout [UInt8])
}

extension PaddedFormat {
  package mutating func row(_ cells: [Cell], into output: inout [UInt8]) {
    rows.append(cells, text: Self.text)
  }

  package mutating func takeBackRow() { rows.removeLast() }

  package mutating func stop(into output: inout [UInt8]) { if rows.count > 0 { end(into: &output) } }

  package func end(into output: inout [UInt8]) {
    output.reserveCapacity(output.count + keptBytes)
    for row in 0...rows.count {
      appendLine(to: &output) { rows.append(row, $0, to: &$1) }
      if row == 0 { appendLine(to: &output, cell: appendRule) }
    }
  }
}
