import ReceiptModel
import SQLite

extension LedgerReader {
  /// Whether links follow from what is in the ledger and were not looked at yet.
  var hasPendingLinks: Bool {
    get throws { try database.integer("SELECT EXISTS (SELECT 1 FROM link_pending)") != 0 }
  }

  /// What differs between linked events and what follows from the links, a sentence each.
  func linkProblems() throws -> [String] {
    let wanted = "SELECT * FROM (\(LinkDefinition.events(from: "link AS l")))"
    let checks = [
      (
        "a linked event that no link leads to",
        "SELECT * FROM linked_event EXCEPT \(wanted)"
      ),
      (
        "a linked event that its delivery does not have",
        "SELECT 1 FROM linked_event AS k WHERE \(Self.isMissing("k.message_ref", "k.device", "k.app_ref"))"
      ),
      (
        "an event that a link leads to and its delivery does not have",
        "SELECT 1 FROM (\(wanted)) AS k WHERE \(Self.isMissing("k.target_message", "k.target_device", "k.target_app"))"
      ),
    ]
    return try checks.compactMap { what, sql in
      let count = try database.integer("SELECT count(*) FROM (\(sql))") ?? 0
      return count == 0 ? nil : "\(what): \(count) rows"
    }
  }

  /// Whether the delivery of this key does not have the event of `k`.
  private static func isMissing(_ message: String, _ device: String, _ app: String) -> String {
    let delay = LinkDefinition.kinds.map { "WHEN \($0.rawValue) THEN h.\($0.name)" }.joined(separator: " ")
    let isHeld = "h.message_ref = \(message) AND h.device = \(device) AND h.app_ref = \(app)"
    return """
      NOT EXISTS (SELECT 1 FROM delivery AS h WHERE \(isHeld) AND h.base_ms + CASE k.kind \(delay) END = k.at_ms)
        AND NOT EXISTS (SELECT 1 FROM repeat AS h WHERE \(isHeld) AND h.kind = k.kind AND h.at_ms = k.at_ms)
      """
  }
}
