package import ReceiptModel

extension DataSetDescription {
  package static let campaigns = DataSetDescription(
    "campaigns", row: "each day, AppKey and job with a cohort", key: ["day", "app_key", "job_key"],
    columns: [
      .day, .id("app_key", "AppKey"),
      .text("job_key", "the sender's task or campaign key; empty for pushes without one"),
    ] + RateColumns.columns(ofEach: "day"))
}

extension DataSet {
  /// One row for each day, AppKey and job with a cohort.
  package static func campaigns(_ cells: CohortCells, _ scope: CohortScope) -> DataSet {
    DataSet(.campaigns, rows: DataRows(cells.placesByDay) { RateColumns.row(cells[$0], scope) })
  }
}
