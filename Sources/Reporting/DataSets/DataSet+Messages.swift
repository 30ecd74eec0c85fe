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
  ///
  /// - Parameter further: counters that get a column of their own behind the others.
  package static func messages(
    _ cells: Pieces<MessageCells>, _ zone: ReportZone, further: [Count] = []
  ) -> DataSet {
    let description = DataSetDescription.messages.appending(further.map { .count($0.name, $0.definition) })
    return DataSet(
      description,
      rows: DataRows(cells) { cell in
        var row: [Cell] = [.text(cell.appKey), .text(cell.messageID), cell.jobKey.map(Cell.text) ?? .null]
        row.reserveCapacity(description.columns.count)
        let first = zone.cell(cell.firstSent?.milliseconds)
        // Most are sent once.
        let last = cell.lastSent == cell.firstSent ? first : zone.cell(cell.lastSent?.milliseconds)
        for (sent, time) in [(cell.firstSent, first), (cell.lastSent, last)] {
          row.append(time)
          row.append(sent.map { .integer($0.milliseconds) } ?? .null)
        }
        RateColumns.append(cell.counts, cell.latencies, to: &row)
        for counter in further { row.append(.integer(Int64(cell.counts[counter]))) }
        return row
      })
  }
}

extension ReportZone {
  /// A time as ISO 8601 with its offset; nothing when it was not seen.
  package func cell(_ milliseconds: Int64?) -> Cell {
    milliseconds.map { .text(iso(Instant(milliseconds: $0))) } ?? .null
  }
}
