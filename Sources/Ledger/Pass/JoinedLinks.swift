import SQLite

/// Which deliveries are joined to another that tells of the same push.
struct JoinedLinks {
  private let find: Statement

  init(in database: Database) throws {
    find = try database.prepare(
      """
      SELECT 1 FROM link WHERE message_ref = ?1 AND device = ?2 AND app_ref = ?3
        AND state = \(LinkState.joined.rawValue)
      """)
  }

  func contains(_ delivery: borrowing PassedDelivery, of message: Int64) throws -> Bool {
    find.bind(message, at: 1)
    delivery.device.bind(to: find, at: 2)
    find.bind(delivery.app, at: 3)
    defer { find.reset() }
    return try find.step()
  }
}
