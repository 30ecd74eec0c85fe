package import ReceiptModel

extension DataSetDescription {
  package static let flags = DataSetDescription(
    "flags", row: "each flag on a delivery of the window",
    key: ["flag", "app_key", "message_id", "device_id"],
    columns: [
      .text(
        "flag", "what is remarkable about the delivery; see the definitions of the flags", isRequired: true),
      .id("app_key", "AppKey of the delivery; for app_key_mismatch the foreign one"),
      .id("message_id", "message id"),
      .id("device_id", "device id; empty when the sender logs none", isRequired: false),
      .time(
        "sent_at",
        "first sent, in the report's time zone; for app_key_mismatch that of the sender's delivery"),
      .epoch("sent_ms", "the same in milliseconds since 1970"),
      .text("detail", "late, lost or silent; the sender's AppKey; the kinds or milliseconds concerned"),
    ])
}

extension DataSet {
  /// The flagged deliveries of the window.
  ///
  /// - Parameter rows: flag, app_key, message_id, device_id, sent_at in milliseconds, detail; sorted by the first four.
  package static func flags(_ rows: [[Cell]], _ zone: ReportZone) -> DataSet {
    DataSet(
      .flags,
      rows: rows.map { row in
        guard case .integer(let sent) = row[4] else {
          return [row[0], row[1], row[2], row[3], .null, .null, row[5]]
        }
        return [row[0], row[1], row[2], row[3], zone.cell(sent), row[4], row[5]]
      })
  }
}
