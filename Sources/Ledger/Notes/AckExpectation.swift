import ReceiptModel

/// Messages of which extension receipts are expected, or not, whatever the channel of their deliveries.
///
/// The table `expectation` holds them, so that each judgement about a delivery finds out by one seek.
enum AckExpectation {
  /// Push types that show nothing: `PushType` of Alibaba's API, `apns-push-type` of APNs.
  private static let silentTypes = ["MESSAGE", "BACKGROUND"]

  /// What the table has to hold.
  ///
  /// None is expected of messages of which every known payload keeps the extension from running, and, where no payload is
  /// known, of those of which every push type shows nothing. Some are expected of messages that were acked over a channel
  /// on which that is not to be expected. What came is stronger than any rule of what can come, so a message that was
  /// acked is none of the former.
  ///
  /// - Parameter messages: a SELECT of the references of messages to look at; `nil` for all.
  static func definition(of messages: String? = nil) -> String {
    let belongs = messages.map { "message_ref IN (\($0))" } ?? "true"
    let types = silentTypes.map { "'\($0)'" }.joined(separator: ", ")
    return """
      SELECT message_ref, app_ref, 0 AS is_expected FROM (
        SELECT message_ref, app_ref FROM payload WHERE \(belongs)
        GROUP BY 1, 2 HAVING min(lint & \(PayloadLint.keepsExtensionFromRunning.rawValue) <> 0)
        UNION ALL
        SELECT p.message_ref, p.app_ref FROM push AS p
        WHERE \(belongs) AND NOT EXISTS (SELECT 1 FROM payload AS l
          WHERE l.message_ref = p.message_ref AND l.app_ref = p.app_ref)
        GROUP BY 1, 2 HAVING min(upper(p.push_type) IN (\(types)))) AS u
      WHERE NOT EXISTS (SELECT 1 FROM delivery AS d
        WHERE d.message_ref = u.message_ref AND d.app_ref = u.app_ref AND d.ext_ack IS NOT NULL)
      UNION ALL
      SELECT DISTINCT message_ref, app_ref, 1 FROM delivery
      WHERE \(belongs) AND device <> '' AND ext_ack IS NOT NULL
        AND context_ref IN (SELECT ref FROM context WHERE runs_extension AND NOT is_ack_eligible)
      """
  }
}

/// What is expected of a message under each AppKey, as merging asks: of one message after another.
struct KnownExpectations {
  private let dictionaries: SharedDictionaries
  /// Whether there is no such message at all, as in most ledgers.
  private var isEmpty = true
  private var message: Int64 = -1
  private var known: [(app: Int64, isExpected: Bool)] = []

  init(_ dictionaries: SharedDictionaries) { self.dictionaries = dictionaries }

  /// Forgets what was read; call when the table may have changed.
  mutating func refresh() throws {
    isEmpty = try !dictionaries.withLock { try $0.hasExpectations() }
    message = -1
  }

  /// Whether receipts are expected; `nil` when only the delivery's channel says so.
  mutating func of(_ message: Int64, app: Int64) throws -> Bool? {
    guard !isEmpty else { return nil }
    if message != self.message {
      known = try dictionaries.withLock { try $0.expectations(of: message) }
      self.message = message
    }
    return known.first { $0.app == app }?.isExpected
  }
}
