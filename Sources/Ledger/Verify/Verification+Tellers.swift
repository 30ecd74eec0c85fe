import ReceiptModel

extension LedgerReader {
  /// Queries on who told what that must never give a row.
  static let tellerInvariants: [(String, String)] = [
    (
      "a source of a kind of event that its delivery does not have",
      "\(tellerTimes) EXCEPT SELECT * FROM (\(ownTimes))"
    ),
    (
      "the first of a kind of event that no source tells",
      """
      SELECT message_ref, device, app_ref, kind, min(at_ms) FROM (\(ownTimes)) GROUP BY 1, 2, 3, 4
      EXCEPT \(tellerTimes)
      """
    ),
    (
      "a source that nobody knows",
      "SELECT 1 FROM teller WHERE source_ref <> \(Attribution.unknown) AND source_ref NOT IN (SELECT ref FROM source)"
    ),
    (
      "a delivery that names another source than the first that told of it",
      """
      SELECT 1 FROM (
        SELECT c.source AS named, (SELECT coalesce(s.name, '') FROM teller AS w LEFT JOIN source AS s ON s.ref = w.source_ref
          WHERE w.message_ref = d.message_ref AND w.device = d.device AND w.app_ref = d.app_ref
          ORDER BY w.at_ms, s.name IS NOT NULL, s.name LIMIT 1) AS first
        FROM delivery AS d JOIN context AS c ON c.ref = d.context_ref WHERE \(AttributionDefinition.hasTellers)
      )
      -- Nothing says which it was: then the delivery may name any.
      WHERE first <> '' AND first <> named
      """
    ),
    (
      "a delivery of one source that is held as one of several",
      """
      SELECT 1 FROM delivery AS d JOIN context AS c ON c.ref = d.context_ref
      WHERE \(AttributionDefinition.hasTellers) AND NOT EXISTS (
        SELECT 1 FROM teller AS w LEFT JOIN source AS s ON s.ref = w.source_ref
        WHERE w.message_ref = d.message_ref AND w.device = d.device AND w.app_ref = d.app_ref
          AND coalesce(s.name, '') <> c.source)
      """
    ),
  ]

  private static let tellerTimes = "SELECT message_ref, device, app_ref, kind, at_ms FROM teller"

  /// All events of deliveries that several sources told of, except those that are there by a link only.
  private static var ownTimes: String {
    let firsts = EventKind.timed.map {
      """
      SELECT d.message_ref, d.device, d.app_ref, \($0.rawValue) AS kind, d.base_ms + d.\($0.name) AS at_ms
      FROM held AS d WHERE d.\($0.name) IS NOT NULL
      """
    }
    let repeats = """
      SELECT d.message_ref, d.device, d.app_ref, e.kind, e.at_ms FROM held AS d CROSS JOIN repeat AS e
        ON e.message_ref = d.message_ref AND e.device = d.device AND e.app_ref = d.app_ref
      """
    // Kept, so that all deliveries are gone through once and not for each kind.
    return """
      WITH held AS MATERIALIZED (SELECT * FROM delivery AS d WHERE \(AttributionDefinition.hasTellers))
      SELECT message_ref, device, app_ref, kind, at_ms FROM (
        \((firsts + [repeats]).joined(separator: "\nUNION ALL ")) EXCEPT
        SELECT message_ref, device, app_ref, kind, at_ms FROM linked_event)
      """
  }
}
