package import ReceiptModel

/// One JSON array with an object for each row, each on its own line.
package struct JSONFormat: RowFormat {
  private var keys: [String] = []
  private var columns: [ResultColumn] = []
  private var isEmpty = true

  package init() {}

  package mutating func begin(_ columns: [ResultColumn], into output: inout [UInt8]) {
    self.columns = columns
    keys = JSONRow.keys(of: columns)
    output.append(UInt8(ascii: "["))
  }

  package mutating func row(_ cells: [Cell], into output: inout [UInt8]) {
    output += (isEmpty ? "\n  " : ",\n  ").utf8
    isEmpty = false
    JSONRow.append(cells, keys: keys, columns: columns, to: &output)
  }

  package func end(into output: inout [UInt8]) { output += (isEmpty ? "]\n" : "\n]\n").utf8 }
}
