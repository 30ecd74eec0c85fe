package import ReceiptModel
import SQLite

extension LedgerReader {
  /// Calls `body` with AppKey, id, job key and first and last send (milliseconds UTC) of each message that has a cohort
  /// in a scope.
  ///
  /// The values are those of the view `messages`, of sends outside the scope too, as far as they are counted.
  ///
  /// - Complexity: one pass over the deliveries and repeats of these messages. The view has to sort them, because between
  ///   message and AppKey the deliveries are in the order of their devices; here few sums are kept beside each other.
  package func forEachMessage(
    _ scope: CohortScope,
    _ body: (
      _ appKey: String, _ messageID: String, _ jobKey: String?, _ firstSent: Int64?, _ lastSent: Int64?
    ) -> Void
  ) throws {
    guard let window = scope.window else { return }
    let messages = messages(withCohortsIn: window)
    var sums: [MessageKey: MessageSums] = [:]
    var jobs = try JobKeys(database)
    let rows = try database.prepare(
      """
      SELECT message_ref, app_ref, context_ref, base_ms + sent FROM counted_delivery
      WHERE message_ref IN (\(messages))
      """)
    while try rows.step() {
      let key = MessageKey(message: rows.integer(0), app: rows.integer(1))
      try sums[key, default: MessageSums()].add(
        context: rows.integer(2), sent: rows.optionalInteger(3), &jobs)
    }
    let repeats = try database.prepare(
      """
      SELECT message_ref, app_ref, at_ms FROM counted_repeat
      WHERE message_ref IN (\(messages)) AND kind = \(EventKind.sent.rawValue)
      """)
    while try repeats.step() {
      let key = MessageKey(message: repeats.integer(0), app: repeats.integer(1))
      sums[key]?.add(again: repeats.integer(2))
    }
    let appKeys = try names("SELECT ref, app_key FROM app")
    let messageIDs = try names("SELECT ref, message_id FROM message WHERE ref IN (\(messages))")
    for (key, sum) in sums {
      guard let appKey = appKeys[key.app], let message = messageIDs[key.message] else { continue }
      body(appKey, message, sum.jobKey, sum.firstSent, sum.lastSent)
    }
  }

  private func names(_ sql: String) throws -> [Int64: String] {
    let rows = try database.prepare(sql)
    var names: [Int64: String] = [:]
    while try rows.step() { names[rows.integer(0)] = rows.text(1) }
    return names
  }
}

private struct MessageKey: Hashable {
  var message: Int64
  var app: Int64
}

private struct MessageSums {
  private(set) var jobKey: String?
  private(set) var firstSent: Int64?
  private(set) var lastSent: Int64?
  /// Most often it is that of the delivery before.
  private var context: Int64?

  mutating func add(context: Int64, sent: Int64?, _ jobs: inout JobKeys) throws {
    if context != self.context, let job = try jobs.jobKey(of: context) {
      // As SQLite compares texts: by their bytes.
      if jobKey.map({ job.precedesInBytes($0) }) ?? true { jobKey = job }
    }
    self.context = context
    guard let sent else { return }
    firstSent = min(firstSent ?? sent, sent)
    lastSent = max(lastSent ?? sent, sent)
  }

  mutating func add(again sent: Int64) { lastSent = max(lastSent ?? sent, sent) }
}

/// The job keys of contexts, each looked up once.
private struct JobKeys {
  private let lookUp: Statement
  private var known: [Int64: String?] = [:]

  init(_ database: Database) throws {
    lookUp = try database.prepare("SELECT nullif(job_key, '') FROM context WHERE ref = ?1")
  }

  mutating func jobKey(of context: Int64) throws -> String? {
    if let job = known[context] { return job }
    lookUp.bind(context, at: 1)
    defer { lookUp.reset() }
    let job = try lookUp.step() ? lookUp.optionalText(0) : nil
    known[context] = .some(job)
    return job
  }
}
