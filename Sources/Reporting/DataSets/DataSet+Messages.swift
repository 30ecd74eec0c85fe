package import ReceiptModel

/// What a message's row says beyond its counters.
package struct MessageFacts: Sendable {
  package var jobKey: String?
  /// Milliseconds UTC.
  package var firstSent: Int64?
  package var lastSent: Int64?

  package init(jobKey: String?, firstSent: Int64?, lastSent: Int64?) {
    self.jobKey = jobKey
    self.firstSent = firstSent
    self.lastSent = lastSent
  }
}

extension DataSetDescription {
  package static let messages = DataSetDescription(
    "messages", row: "each AppKey and message with a cohort in the window", key: ["app_key", "message_id"],
    columns: [
      .id("app_key", "AppKey"), .id("message_id", "message id"),
      .text("job_key", "the sender's task or campaign key"),
      .time("first_sent_at", "first sent event, in the report's time zone"),
      .epoch("first_sent_ms", "the same in milliseconds since 1970"),
      .time("last_sent_at", "last sent event, repeats included, in the report's time zone"),
      .epoch("last_sent_ms", "the same in milliseconds since 1970"),
    ] + RateColumns.columns(withPercentiles: true))
}

extension DataSet {
  /// One row for each AppKey and message with a cohort in the window.
  ///
  /// - Parameter facts: by AppKey and message, as in the cells' keys with day 0.
  package static func messages(_ cells: [CohortCell], _ facts: [CohortKey: MessageFacts], _ zone: ReportZone)
    -> DataSet
  {
    DataSet(
      .messages,
      rows: DataRows(cells) { cell in
        let fact = facts[cell.key]
        return [
          .text(cell.key.appKey), .text(cell.key.parts[0]), fact?.jobKey.map(Cell.text) ?? .null,
          zone.cell(fact?.firstSent), fact?.firstSent.map(Cell.integer) ?? .null,
          zone.cell(fact?.lastSent), fact?.lastSent.map(Cell.integer) ?? .null,
        ] + RateColumns.cells(cell, withPercentiles: true)
      })
  }
}

extension ReportZone {
  /// A time as ISO 8601 with its offset; nothing when it was not seen.
  package func cell(_ milliseconds: Int64?) -> Cell {
    milliseconds.map { .text(iso(Instant(milliseconds: $0))) } ?? .null
  }
}
