import ReceiptModel

extension PublicView {
  static let told = PublicView(
    name: "told",
    row: "a kind of event that a source tells of a delivery under the delivery's own name",
    columns: [
      .text("app_key", "AppKey of the delivery"),
      .text("message_id", "its message id"),
      .text("device_id", "its device id"),
      .text("kind", EventKind.allCases.map(\.name).joined(separator: ", ")),
      .text("source", "which log tells it: alibaba, send-log, …; NULL when nothing says which"),
      .time("at_ms", "the first time that this log tells of"),
    ],
    sql: """
      SELECT a.app_key, m.message_id, \(deviceID) AS device_id, \(kindName("f.kind")) AS kind,
        nullif(f.source, '') AS source, f.at_ms
      FROM (\(TellingDefinition.rows("d.message_ref, d.device, d.app_ref"))) AS f
        JOIN app AS a ON a.ref = f.app_ref
        JOIN message AS m ON m.ref = f.message_ref
      """)
}
