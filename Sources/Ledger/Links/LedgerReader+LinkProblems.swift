import ReceiptModel
import SQLite

extension LedgerReader {
  /// Whether links follow from what is in the ledger and were not looked at yet.
  var hasPendingLinks: Bool {
    get throws { try database.integer("SELECT EXISTS (SELECT 1 FROM link_pending)") != 0 }
  }

  /// What differs between linked events and what follows from the links, a sentence each.
  func linkProblems() throws -> [String] {
    let key = "target_message, target_device, target_app, kind, at_ms"
    let wanted = "SELECT * FROM (\(LinkDefinition.events(from: "link AS l")))"
    let firsts = LinkDefinition.kinds.map {
      "SELECT message_ref, device, app_ref, \($0.rawValue), base_ms + \($0.name) FROM delivery WHERE \($0.name) IS NOT NULL"
    }
    let held =
      (firsts + ["SELECT message_ref, device, app_ref, kind, at_ms FROM repeat"])
      .joined(separator: " UNION ALL ")
    let checks = [
      (
        "a linked event that no link leads to",
        "SELECT * FROM linked_event EXCEPT \(wanted)"
      ),
      (
        "a linked event that its delivery does not have",
        "SELECT message_ref, device, app_ref, kind, at_ms FROM linked_event EXCEPT SELECT * FROM (\(held))"
      ),
      (
        "an event that a link leads to and its delivery does not have",
        "SELECT \(key) FROM (\(wanted)) EXCEPT SELECT * FROM (\(held))"
      ),
    ]
    return try checks.compactMap { what, sql in
      let count = try database.integer("SELECT count(*) FROM (\(sql))") ?? 0
      return count == 0 ? nil : "\(what): \(count) rows"
    }
  }
}
