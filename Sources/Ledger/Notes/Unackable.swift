internal import ReceiptModel

/// Messages whose extension receipts cannot be expected, by what is known of their payloads or push types.
///
/// The table `unackable` holds them, so that each judgement about a delivery finds out by one seek.
enum Unackable {
  /// Push types that show nothing: `PushType` of Alibaba's API, `apns-push-type` of APNs.
  private static let silentTypes = ["MESSAGE", "BACKGROUND"]

  /// What the table has to hold: messages of which every known payload keeps the extension from running, and, where no
  /// payload is known, those of which every push type shows nothing.
  ///
  /// A message that was acked is none of them: what came is stronger than any rule of what can come.
  ///
  /// - Parameter messages: a SELECT of the references of messages to look at; `nil` for all.
  static func definition(of messages: String? = nil) -> String {
    let belongs = messages.map { "message_ref IN (\($0))" } ?? "true"
    let types = silentTypes.map { "'\($0)'" }.joined(separator: ", ")
    return """
      SELECT message_ref, app_ref FROM (
        SELECT message_ref, app_ref FROM payload WHERE \(belongs)
        GROUP BY 1, 2 HAVING min(lint & \(PayloadLint.keepsExtensionFromRunning.rawValue) <> 0)
        UNION ALL
        SELECT p.message_ref, p.app_ref FROM push AS p
        WHERE \(belongs) AND NOT EXISTS (SELECT 1 FROM payload AS l
          WHERE l.message_ref = p.message_ref AND l.app_ref = p.app_ref)
        GROUP BY 1, 2 HAVING min(upper(p.push_type) IN (\(types)))) AS u
      WHERE NOT EXISTS (SELECT 1 FROM delivery AS d
        WHERE d.message_ref = u.message_ref AND d.app_ref = u.app_ref AND d.ext_ack IS NOT NULL)
      """
  }
}

/// Under which AppKeys a message cannot be acked, as merging asks: of one message after another.
struct UnackableApps {
  private let dictionaries: SharedDictionaries
  /// Whether there is no such message at all, as in most ledgers.
  private(set) var isEmpty = true
  private var message: Int64 = -1
  private var apps: [Int64] = []

  init(_ dictionaries: SharedDictionaries) { self.dictionaries = dictionaries }

  /// Forgets what was read; call when the table may have changed.
  mutating func refresh() throws {
    isEmpty = try !dictionaries.withLock { try $0.hasUnackable() }
    message = -1
  }

  mutating func contains(_ message: Int64, app: Int64) throws -> Bool {
    if message != self.message {
      apps = try dictionaries.withLock { try $0.unackableApps(of: message) }
      self.message = message
    }
    return apps.contains(app)
  }
}
