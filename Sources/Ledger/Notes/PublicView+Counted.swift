internal import ReceiptModel

extension PublicView {
  static let totals = PublicView(
    name: "totals",
    row: "a counter of a message that somebody else keeps, beside the ledger's own count",
    columns: [
      .text("source", "whose count it is"),
      .text("app_key", "AppKey that the count names; NULL when it names none"),
      .text("message_id", "message id, as given"),
      .text("kind", "what is counted, as the kind of event that it comes closest to"),
      .count("their_count", "the largest that was imported, since counters only grow"),
      .text(
        "ledger_app_key", "AppKey whose deliveries are counted beside it; NULL when none or several sent it"),
      .count(
        "ledger_count",
        "deliveries with this kind, events without a device one by one; NULL when the ledger has none of the kind at all"
      ),
      .count("difference", "their_count minus ledger_count"),
      .text("compared_by", "app_key, only_sender, several_senders or no_sender: how the AppKey was found"),
      .time("sent_at", "first sent event of the message, or when the sender's platform says it was sent"),
    ],
    sql: """
      WITH held AS MATERIALIZED (\(held(of: "total"))),
      sender AS (\(sender)),
      theirs AS (
        SELECT t.message_ref, t.source, t.app_key, t.kind, max(t.count) AS their_count, s.senders,
          CASE WHEN t.app_key <> '' THEN (SELECT ref FROM app WHERE app_key = t.app_key)
            WHEN s.senders = 1 THEN s.app_ref END AS app_ref,
          CASE WHEN t.app_key <> '' THEN 'app_key' WHEN s.senders = 1 THEN 'only_sender'
            WHEN s.senders > 1 THEN 'several_senders' ELSE 'no_sender' END AS compared_by
        FROM total AS t LEFT JOIN sender AS s ON s.message_ref = t.message_ref
        GROUP BY t.message_ref, t.source, t.app_key, t.kind
      ),
      compared AS (
        SELECT t.*, h.sent_at,
          CASE WHEN t.compared_by = 'several_senders' THEN NULL
            WHEN t.kind = \(EventKind.sent.rawValue)
              OR EXISTS (SELECT 1 FROM event_sum AS e WHERE e.app_ref = t.app_ref AND e.kind = t.kind)
            THEN coalesce(CASE t.kind \(heldKinds) END, 0) END AS ledger_count
        FROM theirs AS t LEFT JOIN held AS h ON h.message_ref = t.message_ref AND h.app_ref = t.app_ref
      )
      SELECT c.source, nullif(c.app_key, '') AS app_key, m.message_id, \(kindName("c.kind")) AS kind, c.their_count,
        a.app_key AS ledger_app_key, c.ledger_count, c.their_count - c.ledger_count AS difference, c.compared_by,
        coalesce(c.sent_at, (SELECT min(p.sent_ms) FROM push AS p
          WHERE p.message_ref = c.message_ref AND p.sent_ms > 0)) AS sent_at
      FROM compared AS c JOIN message AS m ON m.ref = c.message_ref LEFT JOIN app AS a ON a.ref = c.app_ref
      """)

  static let tallies = PublicView(
    name: "tallies",
    row: "events of a message that name no device, of one source, AppKey and kind",
    columns: [
      .text("source", "which log they are from"),
      .text("app_key", "AppKey, as given; empty when the log names none"),
      .text("message_id", "message id, as given"),
      .text("kind", "kind of the events"),
      .count("count", "events; a device may have several"),
      .time("first_at", "the first of them"),
      .time("last_at", "the last of them"),
      .text("sent_by", "AppKey that sent the message: the same, or the only one where the log names none"),
      .count("sends", "deliveries that it sent; NULL when the ledger has none"),
      .time("sent_at", "the first of the sends"),
    ],
    sql: """
      WITH held AS MATERIALIZED (\(held(of: "tally"))),
      sender AS (\(sender)),
      counted AS (
        SELECT message_ref, app_ref, kind, source, count(*) AS count, min(at_ms) AS first_at, max(at_ms) AS last_at
        FROM tally GROUP BY message_ref, app_ref, kind, source
      )
      SELECT c.source, a.app_key, m.message_id, \(kindName("c.kind")) AS kind, c.count, c.first_at, c.last_at,
        b.app_key AS sent_by, h.sent AS sends, h.sent_at
      FROM counted AS c JOIN app AS a ON a.ref = c.app_ref JOIN message AS m ON m.ref = c.message_ref
        LEFT JOIN sender AS s ON s.message_ref = c.message_ref AND s.senders = 1
        LEFT JOIN held AS h ON h.message_ref = c.message_ref AND h.sent > 0
          AND h.app_ref = iif(a.app_key = '', s.app_ref, c.app_ref)
        LEFT JOIN app AS b ON b.ref = h.app_ref
      """)

  /// What the ledger holds of the messages of a table, by AppKey: as the view `messages` counts.
  private static func held(of table: String) -> String {
    """
    SELECT message_ref, app_ref, \(EventKind.timed.map { "sum(\($0.name)) AS \($0.name)" }.joined(separator: ", ")),
      min(sent_at) AS sent_at
    FROM (
      SELECT d.message_ref, d.app_ref,
        \(EventKind.timed.map { "d.\($0.name) IS NOT NULL AS \($0.name)" }.joined(separator: ", ")),
        d.base_ms + d.sent AS sent_at
      FROM delivery AS d WHERE d.message_ref IN (SELECT message_ref FROM \(table))
      UNION ALL
      SELECT r.message_ref, r.app_ref,
        \(EventKind.timed.map { "r.kind = \($0.rawValue)" }.joined(separator: ", ")),
        iif(r.kind = \(EventKind.sent.rawValue), r.at_ms, NULL)
      FROM repeat AS r WHERE r.device = '' AND r.message_ref IN (SELECT message_ref FROM \(table))
    )
    GROUP BY message_ref, app_ref
    """
  }

  /// One of the AppKeys that sent each message, and how many did.
  private static let sender = """
    SELECT message_ref, min(app_ref) AS app_ref, count(*) AS senders FROM held WHERE sent > 0 GROUP BY message_ref
    """

  private static let heldKinds = EventKind.timed.map { "WHEN \($0.rawValue) THEN h.\($0.name)" }
    .joined(separator: " ")
}
