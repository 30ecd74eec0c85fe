package import ReceiptModel

extension DataSetDescription {
  /// A data set of its own and not another shape of `daily.csv`: a name always stands for the same columns.
  package static let dailyLong = DataSetDescription(
    "daily_long", row: "each rate of each day, AppKey and channel with a cohort",
    key: ["day", "app_key", "channel", "metric"],
    columns: [
      .day, .id("app_key", "AppKey"), .channel,
      .text("metric", Metric.allCases.map(\.rawValue).joined(separator: ", "), isRequired: true),
      .count("numerator", "the part of the rate; add these up to get the rate of several rows"),
      .count("denominator", "what the rate is of; add these up, too"),
      .share("value", "numerator / denominator; empty when there is nothing to divide by"),
      .share("interval_low", "lower Wilson limit of value"),
      .share("interval_high", "upper Wilson limit of value"),
      .boolean("ripe", "true when the day is over and its last receipts have had time to come in"),
    ])
}

extension DataSet {
  /// The rates of `daily`, one row for each, with both of its numbers and its interval.
  package static func dailyLong(_ cells: [CohortCell], _ scope: CohortScope) -> DataSet {
    DataSet(
      .dailyLong,
      rows: cells.flatMap { cell in
        let day = scope.days[cell.key.day]
        // Sorted by name, as the other key columns are: a file is sorted by its key.
        return Metric.allCases.sorted { $0.rawValue < $1.rawValue }.map { metric in
          let rate = metric.rate(cell.counts)
          let (value, interval) = (rate.value, rate.interval)
          return [
            .text(day.name), .text(cell.key.appKey), .text(cell.key.parts[0]), .text(metric.rawValue),
            .integer(Int64(rate.numerator)), .integer(Int64(rate.denominator)), value.map(Cell.real) ?? .null,
            (interval?.lowerBound).map(Cell.real) ?? .null, (interval?.upperBound).map(Cell.real) ?? .null,
            .text(scope.isRipe(day) ? "true" : "false"),
          ]
        }
      })
  }
}
