import ReceiptModel
import Reporting

/// The statements of a table. All names come from descriptions in this program, none from a log.
extension SnapshotTable {
  var creation: String {
    let lines =
      dataSet.columns.map { "  \($0.name) \(Self.type(of: $0))\(isNeverNull($0) ? " NOT NULL" : "")" }
      + ["  PRIMARY KEY (\(dataSet.description.key.joined(separator: ", ")))"]
      + references.map { "  FOREIGN KEY (\($0.column)) REFERENCES \($0.table)(\($0.column))" }
    return "CREATE TABLE \(name) (\n\(lines.joined(separator: ",\n"))\n) STRICT, WITHOUT ROWID"
  }

  var insertion: String {
    "INSERT INTO \(name) VALUES (\(dataSet.columns.map { _ in "?" }.joined(separator: ", ")))"
  }

  /// An index on each facet, and on what rows are limited and ordered by; the first column of the key needs none.
  var indexes: [String] {
    (facets + [limitedBy, newestBy].compactMap(\.self)).filter { $0 != dataSet.description.key.first }
      .map { "CREATE INDEX \(name)_by_\($0) ON \(name)(\($0))" }
  }

  private func isNeverNull(_ column: DataColumn) -> Bool {
    column.isRequired || dataSet.description.key.contains(column.name)
  }

  private static func type(of column: DataColumn) -> String {
    switch column.column.type {
    case .integer, .boolean: "INTEGER"
    case .real: "REAL"
    case .blob: "BLOB"
    case .text, .identifier, .date, .time, nil: "TEXT"
    }
  }
}
