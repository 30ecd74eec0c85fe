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
  /// - Parameter flagged: sorted by flag, AppKey, message and device.
  package static func flags(_ flagged: Pieces<[FlaggedDelivery]>, _ zone: ReportZone) -> DataSet {
    DataSet(
      .flags,
      rows: DataRows(flagged) { delivery in
        var row = delivery.cells
        row.insert(zone.cell(delivery.sentAt), at: 4)
        return row
      })
  }
}
