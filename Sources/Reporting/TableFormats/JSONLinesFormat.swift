package import ReceiptModel

/// One JSON object a line, with nothing around them.
package struct JSONLinesFormat: RowFormat {
  private var keys: [String] = []
  private var columns: [ResultColumn] = []

  package init() {}

  package mutating func begin(_ columns: [ResultColumn], into output: inout [UInt8]) {
    self.columns = columns
    keys = JSONRow.keys(of: columns)
  }

  package func row(_ cells: [Cell], into output: inout [UInt8]) {
    JSONRow.append(cells, keys: keys, columns: columns, to: &output)
    output.append(0x0A)
  }

  package func end(into output: inout [UInt8]) {}
}
