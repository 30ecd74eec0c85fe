import ReceiptModel

/// Who told what of deliveries under their own names, as SQL: the one definition behind the views `told` and `evidence`.
///
/// A delivery without rows in `teller` was told of by the source of its context alone: it told the first event of each
/// kind that is not here by a link only. Of any other, `teller` says it.
enum TellingDefinition {
  /// The bit of `delivery.besides` that says there are linked events.
  static let hasLinked = "coalesce(d.besides & 2, 0)"
  /// The bit that says there are rows in `teller`.
  static let hasTellers = "coalesce(d.besides & 4, 0)"

  /// Rows of `columns`, then kind (its number), source (empty when nothing says which), at_ms.
  ///
  /// - Parameters:
  ///   - columns: what to say of the delivery `d` and its context `x`.
  ///   - source: `delivery AS d` or what leads to it.
  ///   - kinds: only these.
  ///   - condition: what else must hold, given the kind's number as SQL.
  static func rows(
    _ columns: String, from source: String = "delivery AS d", of kinds: [EventKind] = EventKind.allCases,
    where condition: (_ kind: String) -> String = { _ in "true" }
  ) -> String {
    """
    SELECT * FROM (
      SELECT \(columns), k.kind, x.source AS source, CASE
        WHEN k.kind <> \(EventKind.other.rawValue) AND NOT \(hasLinked) THEN \(firstTime(of: kinds))
        WHEN d.besides IS NOT NULL THEN \(ownFirstTime(of: kinds)) END AS at_ms
      FROM \(source) CROSS JOIN context AS x ON x.ref = d.context_ref
        CROSS JOIN (\(kinds.map { "SELECT \($0.rawValue) AS kind" }.joined(separator: " UNION ALL "))) AS k
      WHERE NOT \(hasTellers) AND \(condition("k.kind"))
    ) WHERE at_ms IS NOT NULL
    UNION ALL
    SELECT \(columns), w.kind, coalesce(s.name, ''), w.at_ms
    FROM \(source) CROSS JOIN context AS x ON x.ref = d.context_ref
      CROSS JOIN teller AS w ON w.message_ref = d.message_ref AND w.device = d.device AND w.app_ref = d.app_ref
      LEFT JOIN source AS s ON s.ref = w.source_ref
    WHERE \(hasTellers) AND w.kind IN (\(kinds.map { "\($0.rawValue)" }.joined(separator: ", ")))
      AND \(condition("w.kind"))
    """
  }

  /// The first time of the kind `k.kind`; NULL when there is none, and for kind other.
  private static func firstTime(of kinds: [EventKind]) -> String {
    let columns = kinds.filter { $0 != .other }.map { "WHEN \($0.rawValue) THEN d.\($0.name)" }
    return "d.base_ms + CASE k.kind \(columns.joined(separator: " ")) END"
  }

  /// The same of events that are not here by a link only, kind other too.
  private static func ownFirstTime(of kinds: [EventKind]) -> String {
    """
    (SELECT min(o.at_ms) FROM (
        SELECT \(firstTime(of: kinds)) AS at_ms
        UNION ALL SELECT e.at_ms FROM repeat AS e
          WHERE e.message_ref = d.message_ref AND e.device = d.device AND e.app_ref = d.app_ref AND e.kind = k.kind
      ) AS o WHERE NOT EXISTS (SELECT 1 FROM linked_event AS l WHERE l.message_ref = d.message_ref
        AND l.device = d.device AND l.app_ref = d.app_ref AND l.kind = k.kind AND l.at_ms = o.at_ms))
    """
  }
}
