import ReceiptModel

extension PublicView {
  static let payloads = PublicView(
    name: "payloads",
    row: "a message of one AppKey of which payloads are known",
    columns: [
      .text("app_key", "AppKey, as given"),
      .text("message_id", "message id, as given"),
      .count("variants", "payloads that differ in their remarks or their size"),
      .yesNo(
        "cannot_ack", "whether none of them lets the notification service extension run, and no ack came"),
      .text("remarks", "what is remarkable about any of them: names with commas between; empty for nothing"),
      PublicColumn("bytes_min", "integer", "bytes", "size of the smallest"),
      PublicColumn("bytes_max", "integer", "bytes", "size of the largest"),
    ],
    sql: """
      SELECT a.app_key, m.message_id, count(*) AS variants,
        EXISTS (SELECT 1 FROM expectation AS e WHERE e.message_ref = p.message_ref AND e.app_ref = p.app_ref
          AND NOT e.is_expected) AS cannot_ack,
        substr(\(remarks), 2) AS remarks, min(p.bytes) AS bytes_min, max(p.bytes) AS bytes_max
      FROM payload AS p JOIN app AS a ON a.ref = p.app_ref JOIN message AS m ON m.ref = p.message_ref
      GROUP BY p.message_ref, p.app_ref
      """)

  /// The names of the remarks that any payload of a group has, with a comma before each.
  private static var remarks: String {
    PayloadLint.named.map { remark, name in
      "CASE WHEN max(p.lint & \(remark.rawValue)) <> 0 THEN ',\(name)' ELSE '' END"
    }
    .joined(separator: " || ")
  }

  static let pushes = PublicView(
    name: "pushes",
    row: "what a message was sent as, by the sender's platform",
    columns: [
      .text("app_key", "AppKey, as given"),
      .text("message_id", "message id, as given"),
      .text("push_type", "NOTICE, MESSAGE, …: a MESSAGE shows nothing, so no extension can ack it"),
      .text("platform", "iOS, ANDROID, ALL, …"),
      .text("target_type", "DEVICE, ACCOUNT, ALIAS, TAG, ALL, …"),
      .text("status", "the platform's own word"),
      .time("sent_at", "when it was sent; NULL when the platform does not say"),
    ],
    sql: """
      SELECT a.app_key, m.message_id, nullif(p.push_type, '') AS push_type, nullif(p.platform, '') AS platform,
        nullif(p.target_type, '') AS target_type, nullif(p.status, '') AS status, nullif(p.sent_ms, 0) AS sent_at
      FROM push AS p JOIN app AS a ON a.ref = p.app_ref JOIN message AS m ON m.ref = p.message_ref
      """)
}
