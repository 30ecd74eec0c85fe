import Assets
import JSONWriting
import ReceiptModel
import Reporting

/// What Datasette needs to know of a snapshot beyond its schema: titles, meanings, facets, orders, questions.
///
/// Units stand in the columns' descriptions. Datasette has an option for them, but it takes physical units only and
/// stops at "deliveries".
package struct DatasetteMetadata: Sendable {
  package let snapshot: Snapshot
  /// The snapshot's name to Datasette: the file's without its ending.
  package let databaseName: String

  package init(_ snapshot: Snapshot, databaseName: String) {
    self.snapshot = snapshot
    self.databaseName = databaseName
  }

  /// The file, the same bytes for the same snapshot.
  package var json: [UInt8] {
    let tables = snapshot.tables.map { ($0.name, Self.table($0)) }
    let queries = DashboardQuery.all.map { ($0.name, Self.query($0)) }
    return JSONTree.object([
      ("title", .text("Push delivery")),
      (
        "databases",
        .object([
          (
            databaseName,
            .object([
              ("description", .text("Push sends joined to their receipts, by cohort; see the table meta")),
              ("tables", .object(tables)), ("queries", .object(queries)),
            ])
          )
        ])
      ),
    ]).bytes
  }

  private static func table(_ table: SnapshotTable) -> JSONTree {
    var members: [(String, JSONTree)] = [
      ("description", .text("One row for \(table.dataSet.description.row)")),
      (
        "columns",
        .object(
          table.dataSet.columns.map { column in
            (column.name, .text(column.definition + (column.column.unit.map { " (\($0))" } ?? "")))
          })
      ),
    ]
    if !table.facets.isEmpty { members.append(("facets", .list(table.facets.map { .text($0) }))) }
    if let newest = table.newestBy { members.append(("sort_desc", .text(newest))) }
    if let label = table.label { members.append(("label_column", .text(label))) }
    return .object(members)
  }

  private static func query(_ query: DashboardQuery) -> JSONTree {
    let header = QueryHeader(of: query.text)
    return .object([
      ("title", .text(header.question)),
      ("description", .text(header.notes)),
      ("sql", .text(query.statement)),
      ("params", .list(header.parameterNames.map { .text($0) })),
    ])
  }
}
