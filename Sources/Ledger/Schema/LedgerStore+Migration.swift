internal import SQLite

extension LedgerStore {
  /// Brings a ledger of an earlier version to this one, in one transaction.
  func migrate() throws {
    let version = try database.integer("PRAGMA user_version") ?? 0
    guard version < Schema.version else { return }
    try database.transaction {
      if version < 2 { try database.execute(Self.toVersion2) }
      try database.execute("PRAGMA user_version = \(Schema.version)")
    }
  }

  /// Deliveries say whether there is more beside them.
  private static let toVersion2 = """
    ALTER TABLE delivery ADD COLUMN besides INTEGER;
    UPDATE delivery SET besides = 1 WHERE (message_ref, device, app_ref) IN (
      SELECT message_ref, device, app_ref FROM repeat UNION SELECT message_ref, device, app_ref FROM late_attribute);
    """
}
