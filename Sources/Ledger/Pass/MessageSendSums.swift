import ReceiptModel
import SQLite

/// When a message was sent under an AppKey, and by which job; of all its sends that are counted.
package struct MessageSends {
  package let appKey: String
  package let messageID: String
  package let jobKey: String?
  /// Milliseconds UTC, as `lastSent`.
  package let firstSent: Int64?
  package let lastSent: Int64?
}

/// The sends of each message that has a cohort in a scope.
///
/// The view `messages` has to sort its deliveries, because between message and AppKey they are in the order of their
/// devices; here few sums are kept beside each other.
final class MessageSendSums: DeliveryVisitor {
  let windows: [Range<Int64>]
  let looksAtEvents = false
  private let window: Range<Int64>
  private let reader: LedgerReader
  private var sums: [MessageKey: Sends] = [:]
  private var jobs: JobKeys
  private var message: Int64 = 0

  init?(_ scope: CohortScope, in reader: LedgerReader) throws {
    guard let window = scope.window else { return nil }
    self.window = window
    windows = [window]
    self.reader = reader
    jobs = try JobKeys(reader.database)
  }

  func begin(_ message: PassedMessage) { self.message = message.ref }

  func visit(_ deliveries: [PassedDelivery]) throws {
    for delivery in deliveries where delivery.isCounted {
      let sent = delivery.state.has(.sent) ? delivery.state.time(.sent) : nil
      try sums[MessageKey(message: message, app: delivery.app), default: Sends()]
        .add(context: delivery.state.context, sent: sent, &jobs)
    }
  }

  /// The sends, once the pass has run.
  func sends() throws -> [MessageSends] {
    let messages = reader.messages(withCohortsIn: window)
    let repeats = try reader.database.prepare(
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
    return sums.compactMap { key, sum in
      guard let appKey = appKeys[key.app], let message = messageIDs[key.message] else { return nil }
      return MessageSends(
        appKey: appKey, messageID: message, jobKey: sum.jobKey, firstSent: sum.firstSent,
        lastSent: sum.lastSent)
    }
  }

  private func names(_ sql: String) throws -> [Int64: String] {
    let rows = try reader.database.prepare(sql)
    var names: [Int64: String] = [:]
    while try rows.step() { names[rows.integer(0)] = rows.text(1) }
    return names
  }
}

private struct MessageKey: Hashable {
  var message: Int64
  var app: Int64
}

private struct Sends {
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
