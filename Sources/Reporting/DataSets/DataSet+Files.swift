package import ReceiptModel

extension DataSetDescription {
  private static let fileTimes = Set(["first_event_at", "last_event_at", "finished_at"])

  /// - Parameter columns: name and meaning of each column of the view `files`, in order.
  package static func files(_ columns: [(name: String, meaning: String)]) -> DataSetDescription {
    DataSetDescription(
      "files", row: "each imported file", key: ["path", "finished_at", "digest"],
      columns: columns.map { name, meaning in
        if fileTimes.contains(name) {
          // A file may hold no event at all.
          return .time(name, meaning + ", in the report's time zone", isRequired: name == "finished_at")
        }
        if ["path", "format", "digest", "source"].contains(name) {
          return .text(name, meaning, isRequired: true)
        }
        return .count(name, meaning, unit: name == "bytes" ? "bytes" : "lines")
      })
  }
}

extension DataSet {
  /// The imported files, by path.
  ///
  /// - Parameters:
  ///   - rows: of the view `files`, sorted by the key.
  ///   - columns: name and meaning of each of its columns, in order.
  package static func files(
    _ rows: [[Cell]], columns: [(name: String, meaning: String)], _ zone: ReportZone
  ) -> DataSet {
    let description = DataSetDescription.files(columns)
    return DataSet(
      description,
      rows: rows.map { row in
        zip(description.columns, row).map { column, cell in
          guard column.column.type == .time, case .integer(let time) = cell else { return cell }
          return zone.cell(time)
        }
      })
  }
}
