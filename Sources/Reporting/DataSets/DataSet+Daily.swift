package import ReceiptModel

extension DataSet {
  /// One row for each day, AppKey and channel with a cohort.
  package static func daily(_ cells: [CohortCell], _ scope: CohortScope) -> DataSet {
    DataSet(
      name: "daily",
      columns: [
        .text("day", "cohort day in the report's time zone"), .id("app_key", "AppKey"),
        .text("channel", "push channel; empty when unknown"),
      ] + RateColumns.columns(withPercentiles: true) + [
        .text("ripe", "true when the day is over and its last receipts have had time to come in")
      ],
      rows: cells.map { cell in
        let day = scope.days[cell.key.day]
        return [.text(day.name), .text(cell.key.appKey), .text(cell.key.parts[0])]
          + RateColumns.cells(cell, withPercentiles: true)
          + [.text(scope.isRipe(day) ? "true" : "false")]
      })
  }

  /// One row for each day, AppKey, app version and OS version with a cohort.
  package static func appVersions(_ cells: [CohortCell], _ scope: CohortScope) -> DataSet {
    DataSet(
      name: "app_versions",
      columns: [
        .text("day", "cohort day in the report's time zone"), .id("app_key", "AppKey"),
        .text("app_version", "app version; empty when unknown"),
        .text("os_version", "operating system's version; empty when unknown"),
      ] + RateColumns.columns(withPercentiles: false),
      rows: cells.map { cell in
        [.text(scope.days[cell.key.day].name), .text(cell.key.appKey)] + cell.key.parts.map(Cell.text)
          + RateColumns.cells(cell, withPercentiles: false)
      })
  }
}

extension CohortScope {
  /// Whether a day's receipts have had time to come in.
  package func isRipe(_ day: DaySpan) -> Bool { asOf >= day.end + settle }
}
