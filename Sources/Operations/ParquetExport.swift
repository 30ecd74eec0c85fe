import Engines
import Files
package import Ledger
package import Publishing
import ReceiptModel
package import Reporting

/// Writes deliveries, events and data sets of a view as Parquet.
package struct ParquetExport {
  private let view: LedgerView
  private let session: Session

  package init(_ view: LedgerView, _ session: Session) { (self.view, self.session) = (view, session) }

  /// - Parameters:
  ///   - path: a folder that is not there; it appears once it is whole, with a folder for each table.
  ///   - rows: what to write row by row.
  /// - Throws: `EngineError` of the kind `engineMissing` where there is no DuckDB.
  package func write(
    _ rows: [ExportedRows], _ kinds: [DataSetKind], includesSilentFlags: Bool, into path: String
  ) throws {
    var folder = try ParquetFolder(
      path, environment: Environment.all, shouldStop: session.interruption.isRequested)
    let metadata = try self.metadata()
    for relation in rows { try write(relation, metadata, into: folder) }
    try view.forEachDataSet(kinds, includesSilentFlags: includesSilentFlags) { kind, dataSet in
      var dataSet = dataSet
      dataSet.description.quoteTexts()
      let columns = dataSet.columns.map(\.column)
      let day = ["day", "hour", "first_sent_at", "sent_at"].first { name in
        columns.contains { $0.name == name }
      }
      var table = ParquetTable(kind.rawValue, columns: columns, day: day)
      table.metadata = metadata
      try folder.write(table) { write in try dataSet.writeCSV(.standard, write) }
    }
    try folder.publish()
  }

  private func write(
    _ rows: ExportedRows, _ metadata: [(name: String, value: String)], into folder: borrowing ParquetFolder
  ) throws {
    let day = ResultColumn("day", .date)
    var table = ParquetTable(rows.rawValue, columns: rows.columns + [day], day: day.name)
    table.metadata = metadata
    let window =
      view.since == nil && view.until == nil
      ? nil : (view.since?.milliseconds ?? .min)..<(view.until?.milliseconds ?? .max)
    try folder.write(table) { write in
      var format = CSVFormat()
      var piece: [UInt8] = []
      format.begin(table.columns, into: &piece)
      try view.store.forEachRow(of: rows, in: window, appKeys: view.scope.appKeys) { row, cohort in
        format.row(row + [cohort.map { .text("\(view.zone.day(of: $0))") } ?? .null], into: &piece)
        guard piece.count >= 1 << 18 else { return }
        try write(piece)
        piece.removeAll(keepingCapacity: true)
      }
      try write(piece)
    }
  }

  /// What the files say of themselves.
  private func metadata() throws -> [(name: String, value: String)] {
    let basis = try view.basis()
    let window = [("since", basis.since), ("until", basis.until)].compactMap { name, moment in
      moment.map { (name: name, value: basis.zone.iso($0)) }
    }
    return [
      ("pushledger", basis.toolVersion), ("as_of", basis.zone.iso(basis.asOf)),
      ("time_zone", basis.zone.name),
    ] + window
  }
}

extension DataSetDescription {
  /// Takes all texts for ids, which CSV always quotes: so empty text is told from none.
  fileprivate mutating func quoteTexts() {
    for place in columns.indices where columns[place].column.type == .text {
      columns[place].column.type = .identifier
    }
  }
}
