package import ReceiptModel

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
  package func csv(_ flavour: CSVFlavour = .standard) -> [UInt8] {
    var bytes: [UInt8] = []
    writeCSV(flavour) { bytes += $0 }
    return bytes
  }

  /// Calls `write` with one piece of the CSV file after the other.
  package func writeCSV(_ flavour: CSVFlavour, _ write: ([UInt8]) throws -> Void) rethrows {
    var format = CSVFormat(flavour)
    var bytes: [UInt8] = []
    format.begin(columns.map(\.column), into: &bytes)
    for row in rows {
      format.row(row, into: &bytes)
      guard bytes.count >= Self.pieceLength else { continue }
      try write(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    format.end(into: &bytes)
    try write(bytes)
  }

  private static let pieceLength = 1 << 18
}
