import ReceiptModel
import SQLite

/// A push, by the ids of the log that sent it.
package struct MeantPush: Equatable, Sendable {
  package var message: String
  /// `nil` where the message as a whole is asked for.
  package var device: String?
}

extension LedgerReader {
  /// The push that a name of another log stands for, such as a vendor's message id.
  ///
  /// - Parameter device: as the other log names it, or the sender's id of it.
  /// - Returns: `nil` when it is no name, stands for several messages or was itself sent, and when nothing says which
  ///   device of the message the name on this device means.
  package func meant(by name: String, on device: String?) throws -> MeantPush? {
    let own = try reference(of: name)
    let find = try database.prepare(
      """
      SELECT DISTINCT m.ref, m.message_id FROM alias AS a JOIN message AS m ON m.ref = a.message_ref
      WHERE a.space IN (\(AliasNote.spaces.map { "'\($0)'" }.joined(separator: ", "))) AND a.name = ?1
        AND a.message_ref <> ?2 LIMIT 2
      """)
    find.bind(name, at: 1)
    find.bind(own ?? -1, at: 2)
    guard try find.step() else { return nil }
    let message = find.integer(0)
    let meant = MeantPush(message: find.text(1))
    guard try !find.step(), try own.map(isSent) != true else { return nil }
    guard let device else { return meant }
    if try hasDelivery(DeliveryKey(message: message, device: StoredDevice(device))) {
      return MeantPush(message: meant.message, device: device)
    }
    guard let own else { return nil }
    let link = try database.prepare(
      """
      SELECT CASE typeof(target_device) WHEN 'blob' THEN lower(hex(target_device)) ELSE target_device END FROM link
      WHERE message_ref = ?1 AND device = ?2 AND state = \(LinkState.joined.rawValue)
      """)
    DeliveryKey(message: own, device: StoredDevice(device)).bind(to: link)
    return try link.step() ? MeantPush(message: meant.message, device: link.text(0)) : nil
  }

  func hasDelivery(_ key: DeliveryKey) throws -> Bool {
    let find = try database.prepare("SELECT 1 FROM delivery WHERE message_ref = ?1 AND device = ?2")
    key.bind(to: find)
    return try find.step()
  }

  /// Looks at no more deliveries than `pushStory` does.
  private func isSent(_ message: Int64) throws -> Bool {
    let find = try database.prepare(
      "SELECT 1 FROM (SELECT sent FROM delivery WHERE message_ref = ?1 LIMIT 20000) WHERE sent IS NOT NULL LIMIT 1"
    )
    find.bind(message, at: 1)
    return try find.step()
  }
}
