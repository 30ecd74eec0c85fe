package import ReceiptModel

extension DataSetDescription {
  package static let daily = DataSetDescription(
    "daily", row: "each day, AppKey and channel with a cohort", key: ["day", "app_key", "channel"],
    columns: [.day, .id("app_key", "AppKey"), .channel] + RateColumns.columns(ofEach: "day"))

  package static let appVersions = DataSetDescription(
    "app_versions", row: "each day, AppKey, app version and OS version with a cohort",
    key: ["day", "app_key", "app_version", "os_version"],
    columns: [
      .day, .id("app_key", "AppKey"), .text("app_version", "app version; empty when unknown"),
      .text("os_version", "operating system's version; empty when unknown"),
    ] + RateColumns.columns(withPercentiles: false))
}

extension DataSet {
  /// One row for each day, AppKey and channel with a cohort.
  package static func daily(_ cells: [CohortCell], _ scope: CohortScope) -> DataSet {
    DataSet(.daily, rows: DataRows(cells) { RateColumns.row($0, scope) })
  }

  /// One row for each day, AppKey, app version and OS version with a cohort.
  package static func appVersions(_ cells: CohortCells, _ scope: CohortScope) -> DataSet {
    DataSet(
      .appVersions,
      rows: DataRows(cells.placesByDay) { place in
        let cell = cells[place]
        return [.text(scope.days[cell.key.day].name), .text(cell.key.appKey)] + cell.key.parts.map(Cell.text)
          + RateColumns.cells(cell.counts)
      })
  }
}

extension CohortScope {
  /// Whether a day's receipts have had time to come in.
  package func isRipe(_ day: DaySpan) -> Bool { asOf >= day.end + settle }
}
