extension Schema {
  /// The tables of facts that are about a message, and whether they name its AppKey by reference.
  static let noteReferences: [(table: String, hasApp: Bool)] = [
    ("payload", true), ("push", true), ("total", false), ("alias", true), ("tally", true), ("step", true),
  ]

  /// Who told what where several sources did, in the log's own words; where one did, its deliveries name it.
  static let tellerRows = """
    SELECT a.app_key, m.message_id, \(device), n.kind, coalesce(s.name, ''), n.at_ms
    FROM teller AS n JOIN app AS a ON a.ref = n.app_ref JOIN message AS m ON m.ref = n.message_ref
      LEFT JOIN source AS s ON s.ref = n.source_ref
    """

  /// Each table of facts and a SELECT of its rows in the log's own words, so that references and their order do not matter.
  static let noteRows: [(table: String, sql: String)] = [
    ("payload", words("lint, n.bytes", of: "payload")),
    ("push", words("push_type, n.platform, n.target_type, n.status, n.sent_ms", of: "push")),
    (
      "total",
      """
      SELECT m.message_id, n.source, n.app_key, n.kind, n.counted_ms, n.count
      FROM total AS n JOIN message AS m ON m.ref = n.message_ref
      """
    ),
    ("alias", words("space, n.name, \(device)", of: "alias")),
    ("token", "SELECT n.token, n.from_ms, \(device) FROM token AS n"),
    ("tally", words("kind, n.at_ms, n.line, n.source", of: "tally")),
    (
      "app_open",
      "SELECT a.app_key, \(device), n.at_ms, n.source FROM app_open AS n JOIN app AS a ON a.ref = n.app_ref"
    ),
    ("step", words("at_ms, n.step, n.detail, \(device)", of: "step")),
  ]

  private static let device = "CASE typeof(n.device) WHEN 'blob' THEN lower(hex(n.device)) ELSE n.device END"

  private static func words(_ columns: String, of table: String) -> String {
    """
    SELECT a.app_key, m.message_id, n.\(columns)
    FROM \(table) AS n JOIN app AS a ON a.ref = n.app_ref JOIN message AS m ON m.ref = n.message_ref
    """
  }
}
