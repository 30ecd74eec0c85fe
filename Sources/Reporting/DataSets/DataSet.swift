package import ReceiptModel

/// A data set: what it promises, and its rows, sorted by the key columns.
package struct DataSet: Sendable {
  package var description: DataSetDescription
  /// One cell for each column.
  package var rows: [[Cell]]

  package init(_ description: DataSetDescription, rows: [[Cell]]) {
    self.description = description
    self.rows = rows
  }

  /// The names of all CSV data sets, in the order in which they are written.
  package static let names = [
    "daily", "messages", "app_versions", "failures", "latency", "flags", "findings", "files", "daily_long",
  ]

  package var name: String { description.name }
  package var columns: [DataColumn] { description.columns }
  package var table: ResultTable { ResultTable(columns: columns.map(\.column), rows: rows) }
}

extension DataSetDescription {
  /// Every CSV data set, in the order of `DataSet.names`.
  ///
  /// - Parameter fileColumns: name and meaning of each column of the view `files`, in order.
  package static func all(fileColumns: [(name: String, meaning: String)]) -> [DataSetDescription] {
    [
      .daily, .messages, .appVersions, .failures, .latency, .flags, .findings, .files(fileColumns),
      .dailyLong,
    ]
  }
}
