package import ReceiptModel

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
  package static func messages(_ cells: MessageCells, _ zone: ReportZone) -> DataSet {
    DataSet(
      .messages,
      rows: DataRows(cells) { cell in
        [.text(cell.appKey), .text(cell.messageID), cell.jobKey.map(Cell.text) ?? .null]
          + [cell.firstSent, cell.lastSent].flatMap { sent in
            [zone.cell(sent?.milliseconds), sent.map { .integer($0.milliseconds) } ?? .null]
          } + RateColumns.cells(cell.counts, cell.latencies)
      })
  }
}

extension ReportZone {
  /// A time as ISO 8601 with its offset; nothing when it was not seen.
  package func cell(_ milliseconds: Int64?) -> Cell {
    milliseconds.map { .text(iso(Instant(milliseconds: $0))) } ?? .null
  }
}
