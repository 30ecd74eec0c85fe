import SQLite

extension NamedMessages {
  /// Builds the pages of the index by which messages are found by name.
  ///
  /// - Throws: `SQLiteError`, `TableBuildError`, and what `beforeEachBatch` throws.
  func indexPages(in build: TableBuild, beforeEachBatch: () throws -> Void) throws -> LeafPages {
    var pages = try build.segment(of: "message_by_id")
    let rows = RowBatch(columns: ["message_id", "ref"])
    try forEachByName { name, reference in
      let cells: InlineArray<2, Int64> = [rows.text(name), reference]
      rows.append(cells.span)
      guard rows.rowCount >= DeliverySegments.batchRows else { return }
      try beforeEachBatch()
      try pages.append(rows)
      rows.removeAll()
    }
    try pages.append(rows)
    return try pages.finish()
  }
}
