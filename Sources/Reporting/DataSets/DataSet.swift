package import ReceiptModel

/// A CSV data set: fixed columns, rows sorted by the key columns.
package struct DataSet: Sendable {
  /// The file's name without `.csv`.
  package var name: String
  package var columns: [DataColumn]
  package var rows: [[Cell]]

  package init(name: String, columns: [DataColumn], rows: [[Cell]]) {
    self.name = name
    self.columns = columns
    self.rows = rows
  }

  /// The names of all data sets, in the order in which they are written.
  package static let names = [
    "daily", "messages", "app_versions", "failures", "latency", "flags", "findings", "files",
  ]

  package var table: ResultTable { ResultTable(columns: columns.map(\.column), rows: rows) }
}

/// A column of a data set with its definition, as the manifest prints it.
package struct DataColumn: Sendable {
  package var column: ResultColumn
  package var definition: String

  /// An id, which the CSV always quotes.
  static func id(_ name: String, _ definition: String) -> DataColumn {
    DataColumn(column: ResultColumn(name, .identifier), definition: definition)
  }

  static func text(_ name: String, _ definition: String) -> DataColumn {
    DataColumn(column: ResultColumn(name, .text), definition: definition)
  }

  static func count(_ name: String, _ definition: String, unit: String = "deliveries") -> DataColumn {
    DataColumn(column: ResultColumn(name, .integer, unit: unit), definition: definition)
  }

  static func milliseconds(_ name: String, _ definition: String, unit: String = "ms") -> DataColumn {
    DataColumn(column: ResultColumn(name, .integer, unit: unit), definition: definition)
  }

  static func share(_ name: String, _ definition: String) -> DataColumn {
    DataColumn(column: .share(name), definition: definition)
  }
}
