import ReceiptModel

extension PublicView {
  static let events = PublicView(
    name: "events",
    row: "a distinct event",
    columns: [
      .text("app_key", "AppKey, as given"),
      .text("message_id", "message id, as given"),
      .text("device_id", "device id, as given; empty when the sender logs none"),
      .text("kind", EventKind.allCases.map(\.name).joined(separator: ", ")),
      .text("raw_type", "the log's own word, for kind other only"),
      .time("at_ms", "when it happened"),
    ],
    sql: """
      SELECT a.app_key, m.message_id, \(deviceID) AS device_id, f.kind, t.name AS raw_type, f.at_ms
      FROM (
        \(firstTimes)
        UNION ALL
        SELECT r.message_ref, r.device, r.app_ref,
          \(kindName("r.kind")),
          nullif(r.raw_ref, 0), r.at_ms
        FROM repeat AS r
      ) AS f
        JOIN app AS a ON a.ref = f.app_ref
        JOIN message AS m ON m.ref = f.message_ref
        LEFT JOIN raw_type AS t ON t.ref = f.raw_ref
      """)

  private static var firstTimes: String {
    EventKind.timed.map { kind in
      """
      SELECT d.message_ref, d.device, d.app_ref, '\(kind.name)' AS kind, NULL AS raw_ref,
        d.base_ms + d.\(kind.name) AS at_ms FROM delivery AS d WHERE d.\(kind.name) IS NOT NULL
      """
    }.joined(separator: "\nUNION ALL ")
  }
}
