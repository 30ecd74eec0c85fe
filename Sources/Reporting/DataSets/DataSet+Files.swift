package import ReceiptModel

extension DataSet {
  /// The imported files, by path.
  ///
  /// - Parameters:
  ///   - table: the view `files`, sorted by path.
  ///   - definitions: what each column means, in order.
  package static func files(_ table: ResultTable, definitions: [String], _ zone: ReportZone) -> DataSet {
    let times = Set(["first_event_at", "last_event_at", "finished_at"])
    let columns = zip(table.columns, definitions).map { column, definition -> DataColumn in
      if times.contains(column.name) { return .text(column.name, definition + ", in the report's time zone") }
      if ["path", "format", "digest"].contains(column.name) { return .text(column.name, definition) }
      return .count(column.name, definition, unit: column.name == "bytes" ? "bytes" : "lines")
    }
    return DataSet(
      name: "files", columns: columns,
      rows: table.rows.map { row in
        zip(table.columns, row).map { column, cell in
          guard times.contains(column.name), case .integer(let time) = cell else { return cell }
          return zone.cell(time)
        }
      })
  }
}
