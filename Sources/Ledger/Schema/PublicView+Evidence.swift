internal import ReceiptModel

extension PublicView {
  /// Kinds that may prove that a push reached its device.
  private static let proofs: [EventKind] = [.arrived, .extAck, .displayed, .opened, .dismissed]

  static let evidence = PublicView(
    name: "evidence",
    row: "something a log tells of a delivery that proves it reached its device, once for each log and kind",
    columns: [
      .text("app_key", "AppKey of the delivery"),
      .text("message_id", "its message id"),
      .text("device_id", "its device id"),
      .text("kind", proofs.map(\.name).joined(separator: ", ")),
      .time("at_ms", "the first time that this log tells of"),
      .text(
        "source",
        "the log that tells it under a name of its own: huawei, …; NULL: one that names the push itself"),
      .yesNo("is_linked", "whether that log tells it under a name of its own, and a link leads here"),
    ],
    sql: """
      SELECT a.app_key, m.message_id, \(deviceID) AS device_id, f.kind, f.at_ms, iif(f.is_linked, nullif(c.source, ''), NULL) AS source, f.is_linked
      FROM (\(own) UNION ALL \(linked)) AS f
        JOIN app AS a ON a.ref = f.app_ref
        JOIN message AS m ON m.ref = f.message_ref
        JOIN context AS c ON c.ref = f.context_ref
      """)

  /// The earliest event of each kind that is not here by a link only.
  private static var own: String {
    proofs.map { kind in
      let isOwn = """
        NOT EXISTS (SELECT 1 FROM linked_event AS l WHERE l.message_ref = d.message_ref AND l.device = d.device
          AND l.app_ref = d.app_ref AND l.kind = \(kind.rawValue) AND l.at_ms =
        """
      return """
        SELECT d.message_ref, d.device, d.app_ref, '\(kind.name)' AS kind,
          iif(d.besides = 2 AND NOT \(isOwn) d.base_ms + d.\(kind.name)),
            (SELECT min(e.at_ms) FROM repeat AS e WHERE e.message_ref = d.message_ref AND e.device = d.device
              AND e.app_ref = d.app_ref AND e.kind = \(kind.rawValue) AND \(isOwn) e.at_ms)),
            d.base_ms + d.\(kind.name)) AS at_ms,
          d.context_ref, 0 AS is_linked
        FROM delivery AS d JOIN context AS x ON x.ref = d.context_ref
        WHERE d.\(kind.name) IS NOT NULL\(kind == .arrived ? " AND x.arrival_is_evidence" : "")
          AND (d.besides IS NOT 2 OR \(isOwn) d.base_ms + d.\(kind.name))
            OR EXISTS (SELECT 1 FROM repeat AS e WHERE e.message_ref = d.message_ref AND e.device = d.device
              AND e.app_ref = d.app_ref AND e.kind = \(kind.rawValue) AND \(isOwn) e.at_ms)))
        """
    }.joined(separator: "\nUNION ALL ")
  }

  /// What links lead here, the earliest of each log.
  private static var linked: String {
    """
    SELECT l.target_message, l.target_device, l.target_app, l.name, min(l.at_ms), l.context_ref, 1 FROM (
      \(proofs.map { kind in
        """
        SELECT l.target_message, l.target_device, l.target_app, '\(kind.name)' AS name, d.base_ms + d.\(kind.name) AS at_ms,
          d.context_ref
        FROM link AS l CROSS JOIN delivery AS d
          ON d.message_ref = l.message_ref AND d.device = l.device AND d.app_ref = l.app_ref
        \(kind == .arrived ? arrivalJoin : "")
        WHERE l.state = 0 AND d.\(kind.name) IS NOT NULL
        """
      }.joined(separator: "\nUNION ALL "))
    ) AS l GROUP BY 1, 2, 3, 4, 6
    """
  }

  private static let arrivalJoin = """
    CROSS JOIN delivery AS t ON t.message_ref = l.target_message AND t.device = l.target_device AND t.app_ref = l.target_app
    CROSS JOIN context AS r ON r.ref = t.context_ref AND r.arrival_is_evidence
    CROSS JOIN context AS c ON c.ref = d.context_ref AND c.arrival_is_evidence
    """
}
