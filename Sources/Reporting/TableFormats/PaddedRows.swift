import Prose
import ReceiptModel

/// Rows of text that are kept until the widest cell of each column is known; the first of them is the header.
struct PaddedRows: Sendable {
  private var columns: [Column]
  /// The columns before the last row came.
  private var former: [Column] = []
  /// All cells, one after another.
  private var texts: [UInt8] = []
  private var cells: [KeptCell] = []

  private struct Column {
    let described: ResultColumn
    var width: Int
    /// The widths of all cells together.
    var sum = 0
    var hasNumbers = false
    var hasOthers = false

    /// Whether the column is set to the right: it is declared a number, or holds numbers and nothing else.
    var isRight: Bool {
      switch described.type {
      case .integer, .real: true
      case .text, .blob, .identifier, .date, .time, .boolean: false
      case nil: hasNumbers && !hasOthers
      }
    }
  }

  private struct KeptCell {
    /// Where it ends among the texts.
    var end: UInt32
    var width: UInt32
  }

  /// - Parameters:
  ///   - least: the width of the narrowest column.
  ///   - name: the text of a column's name.
  init(_ columns: [ResultColumn], least: Int = 0, name: (String) -> String) {
    self.columns = columns.map { Column(described: $0, width: least) }
    for (place, column) in columns.enumerated() { keep(name(column.name), place) }
  }

  /// Rows without the header.
  var count: Int { columns.isEmpty ? 0 : cells.count / columns.count - 1 }

  var columnCount: Int { columns.count }

  /// Keeps a row.
  ///
  /// - Parameter text: the text of a cell of a column.
  mutating func append(_ row: [Cell], text: (Cell, ResultColumn) -> String) {
    former = columns
    for (place, cell) in row.enumerated() {
      if cell.isNumber {
        columns[place].hasNumbers = true
      } else if !cell.isNull {
        columns[place].hasOthers = true
      }
      keep(text(cell, columns[place].described), place)
    }
  }

  /// Forgets the row that came last; once for each.
  mutating func removeLast() {
    columns = former
    cells.removeLast(columns.count)
    texts.removeLast(texts.count - Int(cells.last?.end ?? 0))
  }

  private mutating func keep(_ text: String, _ place: Int) {
    let width = text.displayWidth
    texts += text.utf8
    cells.append(KeptCell(end: UInt32(texts.count), width: UInt32(width)))
    columns[place].width = max(columns[place].width, width)
    columns[place].sum += width
  }

  /// Bytes of all cells with their padding; when `trims`, the last cell of a row has none if it is set to the left.
  func byteCount(trims: Bool) -> Int {
    var bytes = texts.count
    for (place, column) in columns.enumerated() where !trims || column.isRight || place + 1 < columns.count {
      bytes += (count + 1) * column.width - column.sum
    }
    return bytes
  }

  func width(_ column: Int) -> Int { columns[column].width }

  func isRight(_ column: Int) -> Bool { columns[column].isRight }

  /// Adds one cell with its padding; row 0 is the header.
  func append(_ row: Int, _ column: Int, to output: inout [UInt8]) {
    let place = row * columns.count + column
    let start = place == 0 ? 0 : Int(cells[place - 1].end)
    let spaces = repeatElement(UInt8(ascii: " "), count: columns[column].width - Int(cells[place].width))
    if columns[column].isRight { output.append(contentsOf: spaces) }
    output.append(contentsOf: texts[start..<Int(cells[place].end)])
    if !columns[column].isRight { output.append(contentsOf: spaces) }
  }
}
