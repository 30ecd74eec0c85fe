package import ReceiptModel

extension DataSetDescription {
  package static let hourly = DataSetDescription(
    "hourly", row: "each UTC hour, AppKey and channel with a cohort", key: ["hour", "app_key", "channel"],
    columns: [
      .time("hour", "start of the UTC hour of the cohort, in the report's time zone", isRequired: true),
      .id("app_key", "AppKey"), .channel,
    ] + RateColumns.columns(ofEach: "hour"))
}

extension DataSet {
  /// One row for each UTC hour, AppKey and channel with a cohort.
  ///
  /// - Parameter hours: as `CohortScope.hours` makes them; cells name their hours by their places.
  package static func hourly(_ cells: CohortCells, _ hours: CohortScope) -> DataSet {
    DataSet(.hourly, rows: DataRows(cells.placesByDay) { RateColumns.row(cells[$0], hours) })
  }
}

extension CohortScope {
  private static let hour: Int64 = 3_600_000

  /// The same scope cut into the hours of UTC in place of days; the first and the last are shorter when it cuts them.
  ///
  /// - Parameter zone: in which the hours are named.
  package func hours(in zone: ReportZone) -> CohortScope {
    var hours = self
    hours.days = []
    guard let window else { return hours }
    var start = window.lowerBound
    while start < window.upperBound {
      let whole = Self.startOfHour(start)
      let end = min(window.upperBound, whole + Self.hour)
      hours.days.append(DaySpan(name: zone.iso(Instant(milliseconds: whole)), start: start, end: end))
      start = end
    }
    return hours
  }

  /// Where the hour of a time begins, milliseconds UTC; no log is from before 1970.
  package static func startOfHour(_ milliseconds: Int64) -> Int64 { milliseconds - milliseconds % hour }
}
