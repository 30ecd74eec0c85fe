import ReceiptModel

/// Messages of which extension receipts are expected, or not, whatever the channel of their deliveries.
///
/// The table `expectation` holds them, so that a judgement about a delivery takes one seek.
enum AckExpectation {
  /// The rows the table has to hold.
  ///
  /// - Parameter messages: a SELECT of the references of messages to look at; `nil` for all.
  static func definition(of messages: String? = nil) -> String {
    LedgerSQL.statement(
      "definitions/expectations",
      [
        "belongs": messages.map { "message_ref IN (\($0))" } ?? "true",
        "keeps_from_running": "\(PayloadLint.keepsExtensionFromRunning.rawValue)",
      ])
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
