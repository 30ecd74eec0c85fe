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

extension DataSet {
  /// One row for each AppKey and message with a cohort in the window.
  ///
  /// - Parameter facts: by AppKey and message, as in the cells' keys with day 0.
  package static func messages(_ cells: [CohortCell], _ facts: [CohortKey: MessageFacts], _ zone: ReportZone)
    -> DataSet
  {
    DataSet(
      name: "messages",
      columns: [
        .id("app_key", "AppKey"), .id("message_id", "message id"),
        .text("job_key", "the sender's task or campaign key"),
        .text("first_sent_at", "first sent event, in the report's time zone"),
        .milliseconds("first_sent_ms", "the same in milliseconds since 1970", unit: "ms UTC"),
        .text("last_sent_at", "last sent event, repeats included, in the report's time zone"),
        .milliseconds("last_sent_ms", "the same in milliseconds since 1970", unit: "ms UTC"),
      ] + RateColumns.columns(withPercentiles: true),
      rows: cells.map { cell in
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
  func cell(_ milliseconds: Int64?) -> Cell {
    milliseconds.map { .text(iso(Instant(milliseconds: $0))) } ?? .null
  }
}
