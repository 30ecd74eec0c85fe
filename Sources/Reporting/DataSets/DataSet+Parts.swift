package import ReceiptModel

extension DataSetDescription {
  package static let campaigns = ofParts(
    "campaigns", "job", "job_key", "the sender's task or campaign key; empty for pushes without one")
  package static let networks = ofParts(
    "networks", "network type", "network_type",
    "how the device was connected; empty where the log does not say")
  package static let brands = ofParts(
    "brands", "brand", "brand", "the maker of the device; empty where the log does not say")

  private static func ofParts(
    _ name: String, _ part: String, _ column: String, _ meaning: String
  ) -> DataSetDescription {
    DataSetDescription(
      name, row: "each day, AppKey and \(part) with a cohort", key: ["day", "app_key", column],
      columns: [.day, .id("app_key", "AppKey"), .text(column, meaning)] + RateColumns.columns(ofEach: "day"))
  }
}

extension DataSet {
  /// One row for each cell: a day, AppKey and one of their parts with a cohort.
  package static func parts(
    _ description: DataSetDescription, _ cells: CohortCells, _ scope: CohortScope
  ) -> DataSet {
    DataSet(description, rows: DataRows(cells.placesByDay) { RateColumns.row(cells[$0], scope) })
  }
}
