import ReceiptModel

extension PublicView {
  /// Kinds that may prove that a push reached its device.
  static let proofs: [EventKind] = [.arrived, .extAck, .displayed, .opened, .dismissed]

  static let evidence = PublicView(
    name: "evidence",
    row: "something a log tells of a delivery that proves it reached its device, once for each log and kind",
    columns: [
      .text("app_key", "AppKey of the delivery"),
      .text("message_id", "its message id"),
      .text("device_id", "its device id"),
      .text("kind", proofs.map(\.name).joined(separator: ", ")),
      .time("at_ms", "the first time that this log tells of"),
      .text("source", "the log that tells it: alibaba, huawei, …; NULL when nothing says which"),
      .yesNo("is_linked", "whether that log tells it under a name of its own, and a link leads here"),
    ],
    sql: """
      SELECT a.app_key, m.message_id, \(deviceID) AS device_id, \(kindName("f.kind")) AS kind, f.at_ms,
        nullif(f.source, '') AS source, f.is_linked
      FROM (
        SELECT message_ref, device, app_ref, kind, at_ms, source, 0 AS is_linked FROM (\(own))
        UNION ALL
        SELECT message_ref, device, app_ref, kind, min(at_ms), source, 1 FROM (\(linked)) GROUP BY 1, 2, 3, 4, 6
      ) AS f
        JOIN app AS a ON a.ref = f.app_ref
        JOIN message AS m ON m.ref = f.message_ref
      """)

  private static var own: String {
    TellingDefinition.rows("d.message_ref, d.device, d.app_ref", of: proofs) {
      "(\($0) <> \(EventKind.arrived.rawValue) OR x.arrival_is_evidence)"
    }
  }

  private static var linked: String {
    TellingDefinition.rows(
      "l.target_message AS message_ref, l.target_device AS device, l.target_app AS app_ref",
      from: linkedDeliveries, of: proofs, where: givesProof)
  }

  /// `d` is joined by the link `l` to a delivery with the context `r`.
  static let linkedDeliveries = """
    link AS l CROSS JOIN delivery AS d
      ON d.message_ref = l.message_ref AND d.device = l.device AND d.app_ref = l.app_ref
    CROSS JOIN delivery AS t
      ON t.message_ref = l.target_message AND t.device = l.target_device AND t.app_ref = l.target_app
    CROSS JOIN context AS r ON r.ref = t.context_ref
    """

  /// Whether a kind proves the same of the delivery that is meant.
  static func givesProof(_ kind: String) -> String {
    """
    l.state = \(LinkState.joined.rawValue)
      AND (\(kind) <> \(EventKind.arrived.rawValue) OR (x.arrival_is_evidence AND r.arrival_is_evidence))
    """
  }
}
