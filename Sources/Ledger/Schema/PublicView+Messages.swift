import ReceiptModel

extension PublicView {
  static let messages = PublicView(
    name: "messages",
    row: "a message of one AppKey",
    columns: [
      .text("app_key", "AppKey, as given"),
      .text("message_id", "message id, as given"),
      .text("job_key", "the sender's task or campaign key; the smallest when deliveries differ"),
    ]
      + EventKind.allCases.map {
        .count($0.name, "deliveries with this kind; events without a device id count one by one")
      } + [
        .time("first_sent_at", "first sent event"),
        .time("last_sent_at", "last sent event, repeats included"),
      ],
    sql: """
      SELECT a.app_key, m.message_id, min(s.job_key) AS job_key,
        \(EventKind.allCases.map { "sum(s.\($0.name)) AS \($0.name)" }.joined(separator: ", ")),
        min(s.first_sent_at) AS first_sent_at, max(s.last_sent_at) AS last_sent_at
      FROM (
        SELECT d.app_ref, d.message_ref, nullif(c.job_key, '') AS job_key,
          \(EventKind.timed.map { "d.\($0.name) IS NOT NULL AS \($0.name)" }.joined(separator: ", ")),
          0 AS other, d.base_ms + d.sent AS first_sent_at, d.base_ms + d.sent AS last_sent_at
        FROM delivery AS d JOIN context AS c ON c.ref = d.context_ref
        UNION ALL
        SELECT r.app_ref, r.message_ref, NULL,
          \(EventKind.allCases.map { kind in
            kind == .other
              ? """
                r.kind = \(kind.rawValue) AND (r.device = '' OR NOT EXISTS (SELECT 1 FROM repeat AS e
                  WHERE e.message_ref = r.message_ref AND e.device = r.device AND e.app_ref = r.app_ref
                    AND e.kind = r.kind AND (e.at_ms, e.raw_ref) < (r.at_ms, r.raw_ref)))
                """
              : "r.kind = \(kind.rawValue) AND r.device = ''"
          }.joined(separator: ", ")),
          NULL, CASE r.kind WHEN \(EventKind.sent.rawValue) THEN r.at_ms END
        FROM repeat AS r
      ) AS s
        JOIN app AS a ON a.ref = s.app_ref
        JOIN message AS m ON m.ref = s.message_ref
      GROUP BY s.app_ref, s.message_ref
      """)
}
