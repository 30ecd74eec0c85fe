import ReceiptModel

extension PublicView {
  static let totals = PublicView(
    name: "totals",
    row: "a counter of a message that somebody else keeps, beside the ledger's own count",
    columns: [
      .text("source", "whose count it is"),
      .text("app_key", "AppKey that the count names; NULL when it names none"),
      .text("message_id", "message id, as given; it may be a vendor's"),
      .text("kind", "what is counted, as the kind of event that it comes closest to"),
      .count(
        "their_count",
        "the latest that was imported; of counts without a time the largest, since counters grow"),
      .time("counted_at", "when they counted; NULL when no record of the counter says it"),
      .count("counts", "different counts or times of this counter that were imported"),
      .text(
        "ledger_app_key", "AppKey whose deliveries are counted beside it; NULL when none or several sent it"),
      .count(
        "ledger_count",
        """
        deliveries with this kind by counted_at, events without a device one by one; NULL when the ledger has none \
        of the kind at all
        """),
      .count("difference", "their_count minus ledger_count"),
      .text(
        "compared_by",
        """
        app_key, only_sender, vendor_name, several_senders or no_sender: how the deliveries were found that are \
        counted beside it
        """),
      .time("sent_at", "first sent event of the message, or when the sender's platform says it was sent"),
    ],
    sql: totals(of: "SELECT message_ref FROM total"))

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
    sql: tallies(of: "SELECT message_ref FROM tally"))

  /// Rows of the view `totals`.
  ///
  /// - Parameter messages: a SELECT of the references of messages; of those without a count nothing is told.
  static func totals(of messages: String) -> String {
    """
    WITH latest AS MATERIALIZED (
      SELECT message_ref, source, app_key, kind, count AS their_count, counted_ms, counts,
        iif(counted_ms = 0, \(Int64.max), counted_ms) AS until_ms
      FROM (
        SELECT *, row_number() OVER (PARTITION BY message_ref, source, app_key, kind
            ORDER BY counted_ms DESC, count DESC) AS place,
          count(*) OVER (PARTITION BY message_ref, source, app_key, kind) AS counts
        FROM total WHERE message_ref IN (\(messages)))
      WHERE place = 1
    ),
    asked AS MATERIALIZED (SELECT DISTINCT message_ref, until_ms FROM latest),
    held AS MATERIALIZED (\(held(of: "asked"))),
    sender AS (\(sender)),
    named AS MATERIALIZED (\(named)),
    named_sender AS (
      SELECT message_ref, min(app_ref) AS app_ref, count(*) AS senders, min(sent_at) AS sent_at FROM (
        SELECT message_ref, app_ref, min(sent_at) AS sent_at FROM named WHERE app_ref IS NOT NULL GROUP BY 1, 2)
      GROUP BY message_ref
    ),
    named_held AS (
      SELECT message_ref, until_ms, \(EventKind.timed.map { "sum(\($0.name)) AS \($0.name)" }.joined(separator: ", "))
      FROM named GROUP BY 1, 2
    ),
    theirs AS (
      SELECT t.*, CASE
          WHEN t.app_key <> '' AND (n.senders IS NULL OR EXISTS (SELECT 1 FROM held AS o
            WHERE o.message_ref = t.message_ref AND o.app_ref = k.ref AND o.sent_at IS NOT NULL)) THEN 'app_key'
          WHEN t.app_key = '' AND s.senders = 1 THEN 'only_sender'
          WHEN t.app_key = '' AND s.senders > 1 OR n.senders > 1 THEN 'several_senders'
          WHEN n.senders = 1 THEN 'vendor_name' ELSE 'no_sender' END AS compared_by,
        k.ref AS own_app, s.app_ref AS only_app, n.app_ref AS named_app, n.sent_at AS named_sent_at
      FROM latest AS t LEFT JOIN app AS k ON t.app_key <> '' AND k.app_key = t.app_key
        LEFT JOIN sender AS s ON s.message_ref = t.message_ref
        LEFT JOIN named_sender AS n ON n.message_ref = t.message_ref
    ),
    placed AS (
      SELECT *, CASE compared_by WHEN 'app_key' THEN own_app WHEN 'only_sender' THEN only_app
        WHEN 'vendor_name' THEN named_app END AS app_ref
      FROM theirs
    ),
    compared AS (
      SELECT t.*, CASE WHEN t.compared_by = 'vendor_name' THEN t.named_sent_at ELSE h.sent_at END AS sent_at,
        CASE WHEN t.compared_by = 'several_senders' THEN NULL
          ELSE coalesce(nullif(iif(t.compared_by = 'vendor_name', \(kindOf("v")), \(kindOf("h"))), 0),
            iif(t.kind = \(EventKind.sent.rawValue) OR EXISTS (SELECT 1 FROM logged_kind AS e
              WHERE e.app_ref = t.app_ref AND e.kind = t.kind), 0, NULL)) END AS ledger_count
      FROM placed AS t
        LEFT JOIN held AS h ON h.message_ref = t.message_ref AND h.until_ms = t.until_ms AND h.app_ref = t.app_ref
        LEFT JOIN named_held AS v ON v.message_ref = t.message_ref AND v.until_ms = t.until_ms
    )
    SELECT c.source, nullif(c.app_key, '') AS app_key, m.message_id, \(kindName("c.kind")) AS kind, c.their_count,
      nullif(c.counted_ms, 0) AS counted_at, c.counts, a.app_key AS ledger_app_key, c.ledger_count,
      c.their_count - c.ledger_count AS difference, c.compared_by,
      coalesce(c.sent_at, (SELECT min(p.sent_ms) FROM push AS p
        WHERE p.message_ref = c.message_ref AND p.sent_ms > 0)) AS sent_at
    FROM compared AS c JOIN message AS m ON m.ref = c.message_ref LEFT JOIN app AS a ON a.ref = c.app_ref
    """
  }

  /// Rows of the view `tallies`.
  ///
  /// - Parameter messages: as with `totals(of:)`.
  static func tallies(of messages: String) -> String {
    """
    WITH counted AS MATERIALIZED (
      SELECT message_ref, app_ref, kind, source, count(*) AS count, min(at_ms) AS first_at, max(at_ms) AS last_at
      FROM tally WHERE message_ref IN (\(messages)) GROUP BY message_ref, app_ref, kind, source
    ),
    asked AS MATERIALIZED (SELECT DISTINCT message_ref, \(Int64.max) AS until_ms FROM counted),
    held AS MATERIALIZED (\(held(of: "asked"))),
    sender AS (\(sender))
    SELECT c.source, a.app_key, m.message_id, \(kindName("c.kind")) AS kind, c.count, c.first_at, c.last_at,
      b.app_key AS sent_by, h.sent AS sends, h.sent_at
    FROM counted AS c JOIN app AS a ON a.ref = c.app_ref JOIN message AS m ON m.ref = c.message_ref
      LEFT JOIN sender AS s ON s.message_ref = c.message_ref AND s.senders = 1
      LEFT JOIN held AS h ON h.message_ref = c.message_ref AND h.sent > 0
        AND h.app_ref = iif(a.app_key = '', s.app_ref, c.app_ref)
      LEFT JOIN app AS b ON b.ref = h.app_ref
    """
  }

  /// What the ledger holds of the messages of a table up to its moments, by AppKey: as the view `messages` counts.
  private static func held(of table: String) -> String {
    """
    SELECT message_ref, until_ms, app_ref, \(EventKind.timed.map { "sum(\($0.name)) AS \($0.name)" }.joined(separator: ", ")),
      min(sent_at) AS sent_at
    FROM (
      SELECT k.message_ref, k.until_ms, d.app_ref,
        \(EventKind.timed.map { "coalesce(d.base_ms + d.\($0.name) <= k.until_ms, 0) AS \($0.name)" }.joined(separator: ", ")),
        d.base_ms + d.sent AS sent_at
      FROM \(table) AS k CROSS JOIN delivery AS d ON d.message_ref = k.message_ref
      UNION ALL
      SELECT k.message_ref, k.until_ms, r.app_ref,
        \(EventKind.timed.map { "r.kind = \($0.rawValue) AND r.at_ms <= k.until_ms" }.joined(separator: ", ")),
        iif(r.kind = \(EventKind.sent.rawValue), r.at_ms, NULL)
      FROM \(table) AS k CROSS JOIN repeat AS r ON r.message_ref = k.message_ref AND r.device = ''
    )
    GROUP BY message_ref, until_ms, app_ref
    """
  }

  /// One of the AppKeys that sent each message, and how many did.
  private static let sender = """
    SELECT message_ref, min(app_ref) AS app_ref, count(DISTINCT app_ref) AS senders FROM held WHERE sent_at IS NOT NULL
    GROUP BY message_ref
    """

  /// The deliveries that a vendor's message id stands for, and what is told under the id itself, each push once.
  ///
  /// What is told under the id counts where it is joined to; `app_ref` is NULL for what is joined to nothing.
  private static var named: String {
    let own = EventKind.timed.map { "max(coalesce(at_\($0.name) <= until_ms, 0)) AS \($0.name)" }
    let times = EventKind.timed.map { "d.base_ms + d.\($0.name) AS at_\($0.name)" }.joined(separator: ", ")
    let repeated = EventKind.timed.map { "r.kind = \($0.rawValue) AND r.at_ms <= n.until_ms" }.joined(
      separator: ", ")
    return """
      WITH name AS MATERIALIZED (
        SELECT k.message_ref, k.until_ms, m.message_id FROM asked AS k CROSS JOIN message AS m ON m.ref = k.message_ref
        WHERE EXISTS (SELECT 1 FROM alias AS a
          WHERE a.space = 'vendor' AND a.name = m.message_id AND a.message_ref <> m.ref)
      ),
      meant AS MATERIALIZED (
        SELECT DISTINCT n.message_ref, n.until_ms, d.message_ref AS delivery_message, d.device, d.app_ref
        FROM name AS n CROSS JOIN alias AS a
          ON a.space = 'vendor' AND a.name = n.message_id AND a.message_ref <> n.message_ref
        CROSS JOIN delivery AS d ON d.message_ref = a.message_ref AND (a.device = '' OR d.device = a.device)
          AND d.app_ref = a.app_ref
      )
      SELECT message_ref, until_ms, max(app_ref) AS app_ref, \(own.joined(separator: ", ")), min(at_sent) AS sent_at
      FROM (
        SELECT e.message_ref, e.until_ms, e.app_ref, e.delivery_message, e.device, e.app_ref AS delivery_app, \(times)
        FROM meant AS e CROSS JOIN delivery AS d
          ON d.message_ref = e.delivery_message AND d.device = e.device AND d.app_ref = e.app_ref
        UNION ALL
        SELECT n.message_ref, n.until_ms, NULL, coalesce(l.target_message, d.message_ref),
          iif(l.target_message IS NULL, d.device, l.target_device), coalesce(l.target_app, d.app_ref), \(times)
        FROM name AS n CROSS JOIN delivery AS d ON d.message_ref = n.message_ref
          LEFT JOIN link AS l ON l.message_ref = d.message_ref AND l.device = d.device AND l.app_ref = d.app_ref
            AND l.state = 0
      )
      GROUP BY message_ref, until_ms, delivery_message, device, delivery_app
      UNION ALL
      SELECT n.message_ref, n.until_ms, e.app_ref, \(repeated), iif(r.kind = \(EventKind.sent.rawValue), r.at_ms, NULL)
      FROM name AS n CROSS JOIN meant AS e ON e.message_ref = n.message_ref AND e.until_ms = n.until_ms AND e.device = ''
        CROSS JOIN repeat AS r ON r.message_ref = e.delivery_message AND r.device = '' AND r.app_ref = e.app_ref
      UNION ALL
      SELECT n.message_ref, n.until_ms, NULL, \(repeated), NULL
      FROM name AS n CROSS JOIN repeat AS r ON r.message_ref = n.message_ref AND r.device = ''
      """
  }

  /// The count of the kind of `t` in a row of `held`.
  private static func kindOf(_ row: String) -> String {
    let kinds = EventKind.timed.map { "WHEN \($0.rawValue) THEN \(row).\($0.name)" }.joined(separator: " ")
    return "CASE t.kind \(kinds) END"
  }
}
