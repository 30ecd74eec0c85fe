package import ReceiptModel
import Threads

/// A data set: what it promises, and its rows, sorted by the key columns.
package struct DataSet: Sendable {
  package var description: DataSetDescription
  /// One cell for each column.
  package var rows: DataRows

  package init(_ description: DataSetDescription, rows: DataRows) {
    self.description = description
    self.rows = rows
  }

  package init(_ description: DataSetDescription, rows: [[Cell]]) {
    self.init(description, rows: DataRows(rows))
  }

  package var name: String { description.name }
  package var columns: [DataColumn] { description.columns }

  /// The data set as a CSV file.
  ///
  /// - Throws: what reading the rows fails with.
  package func csv(_ flavour: CSVFlavour = .standard) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try writeCSV(flavour) { bytes += $0 }
    return bytes
  }

  /// Calls `write` with one piece of the CSV file after the other.
  ///
  /// All cores make the next pieces while some are written: of millions of rows that takes longer than all else.
  package func writeCSV(_ flavour: CSVFlavour, _ write: ([UInt8]) throws -> Void) throws {
    var format = CSVFormat(flavour)
    var head: [UInt8] = []
    format.begin(columns.map(\.column), into: &head)
    var made = Concurrently { [head] in [head] }
    try rows.forEachPiece { rows in
      for start in stride(from: 0, to: rows.count, by: Self.pieceRows * Self.piecesTogether) {
        let group = rows[start..<min(rows.count, start + Self.pieceRows * Self.piecesTogether)]
        let next = Concurrently { [format] in Self.pieces(of: group, format) }
        for piece in try made.value() { try write(piece) }
        made = next
      }
    }
    for piece in try made.value() { try write(piece) }
    var tail: [UInt8] = []
    format.end(into: &tail)
    try write(tail)
  }

  private static func pieces(of rows: Slice<RowPiece>, _ format: CSVFormat) -> [[UInt8]] {
    Array(stride(from: rows.startIndex, to: rows.endIndex, by: pieceRows)).concurrentMap { start in
      var (format, bytes) = (format, [UInt8]())
      for row in rows[start...].prefix(pieceRows) { format.row(row, into: &bytes) }
      return bytes
    }
  }

  private static let pieceRows = 1024
  private static let piecesTogether = 8
}
