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
    var format = CSVFormat(flavour)
    var bytes: [UInt8] = []
    format.begin(columns.map(\.column), into: &bytes)
    for row in rows { format.row(row, into: &bytes) }
    format.end(into: &bytes)
    return bytes
  }
}
