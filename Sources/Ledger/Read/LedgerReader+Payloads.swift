package import ReceiptModel
import SQLite

/// A message under one AppKey, by references.
struct NotedMessage: Hashable {
  var message: Int64
  var app: Int64
}

extension LedgerReader {
  /// Messages with a cohort in a scope of which payloads or push types are known, by AppKey and message id.
  ///
  /// - Complexity: a look at their payloads, and one pass over the deliveries of those with a remark that costs receipts
  ///   or sends.
  package func messagePayloads(_ scope: CohortScope) throws -> [MessagePayload] {
    guard let window = scope.window else { return [] }
    let stories = try payloadStories(of: messages(withCohortsIn: window))
    guard !stories.isEmpty else { return [] }
    let sums = try payloadSums(window, settledUntil: scope.settledUntil)
    let appKeys = try texts("SELECT ref, app_key FROM app")
    let name = try database.prepare("SELECT message_id FROM message WHERE ref = ?1")
    var found: [MessagePayload] = []
    for (key, story) in stories {
      guard let appKey = appKeys[key.app], scope.appKeys.isEmpty || scope.appKeys.contains(appKey) else {
        continue
      }
      name.bind(key.message, at: 1)
      defer { name.reset() }
      guard try name.step() else { continue }
      let sum = sums[key] ?? PayloadSums()
      found.append(
        MessagePayload(
          appKey: appKey, messageID: name.text(0), payload: story, sends: sum.sends,
          sendFailed: sum.sendFailed, firstSent: sum.firstSent.map(Instant.init(milliseconds:))))
    }
    return found.sorted {
      $0.appKey != $1.appKey
        ? $0.appKey.precedesInBytes($1.appKey)
        : $0.messageID.precedesInBytes($1.messageID)
    }
  }

  /// What is known of messages.
  ///
  /// - Parameter messages: their references, or a SELECT of them.
  func payloadStories(of messages: String) throws -> [NotedMessage: PayloadStory] {
    // Most ledgers have none, and looking for those of millions of messages takes seconds.
    let isKnown = try database.integer(
      "SELECT EXISTS (SELECT 1 FROM payload) OR EXISTS (SELECT 1 FROM expectation WHERE NOT is_expected)")
    guard isKnown == 1 else { return [:] }
    var stories: [NotedMessage: PayloadStory] = [:]
    // A union of bits, for which SQLite has no aggregate function.
    let remarks = PayloadLint.named.map { "max(lint & \($0.remark.rawValue))" }.joined(separator: " | ")
    let payloads = try database.prepare(
      """
      SELECT message_ref, app_ref, count(*), \(remarks), max(bytes) FROM payload
      WHERE message_ref IN (\(messages)) GROUP BY 1, 2
      """)
    while try payloads.step() {
      var story = PayloadStory()
      story.variants = Int(payloads.integer(2))
      story.remarks = PayloadLint(rawValue: UInt32(truncatingIfNeeded: payloads.integer(3)))
      story.bytes = Int(payloads.integer(4))
      stories[NotedMessage(message: payloads.integer(0), app: payloads.integer(1))] = story
    }
    let unackable = try database.prepare(
      "SELECT message_ref, app_ref FROM expectation WHERE NOT is_expected AND message_ref IN (\(messages))")
    while try unackable.step() {
      let key = NotedMessage(message: unackable.integer(0), app: unackable.integer(1))
      stories[key, default: PayloadStory()].cannotBeAcked = true
    }
    return stories
  }

  /// Settled deliveries of a message under each AppKey that were sent to devices on which an extension could run.
  func extensionSends(of message: Int64, settledUntil: Instant) throws -> [Int64: Int] {
    let rows = try database.prepare(
      """
      SELECT d.app_ref, count(*) FROM delivery AS d JOIN context AS c ON c.ref = d.context_ref
      WHERE d.message_ref = ?1 AND d.device <> '' AND d.base_ms + d.sent <= ?2 AND c.is_ack_eligible GROUP BY 1
      """)
    rows.bind(message, at: 1)
    rows.bind(settledUntil.milliseconds, at: 2)
    var sends: [Int64: Int] = [:]
    while try rows.step() { sends[rows.integer(0)] = Int(rows.integer(1)) }
    return sends
  }

  private func payloadSums(_ window: Range<Int64>, settledUntil: Int64) throws -> [NotedMessage: PayloadSums]
  {
    let rows = try database.prepare(
      """
      SELECT d.message_ref, d.app_ref, total(d.sent IS NOT NULL AND c.is_ack_eligible),
        total(d.sent IS NULL AND d.send_failed IS NOT NULL), min(d.base_ms + d.sent)
      FROM counted_delivery AS d JOIN context AS c ON c.ref = d.context_ref
      WHERE d.message_ref IN (\(messages(withCohortsIn: window))) AND d.message_ref IN (
        SELECT message_ref FROM expectation WHERE NOT is_expected
        UNION SELECT message_ref FROM payload WHERE lint & \(PayloadLint.tooLarge.rawValue))
        AND d.device <> '' AND d.base_ms + coalesce(d.sent, d.send_failed) >= ?1
        AND d.base_ms + coalesce(d.sent, d.send_failed) < ?2
        AND d.base_ms + coalesce(d.sent, d.send_failed) <= ?3
      GROUP BY 1, 2
      """)
    rows.bind(window.lowerBound, at: 1)
    rows.bind(window.upperBound, at: 2)
    rows.bind(settledUntil, at: 3)
    var sums: [NotedMessage: PayloadSums] = [:]
    while try rows.step() {
      sums[NotedMessage(message: rows.integer(0), app: rows.integer(1))] = PayloadSums(
        sends: Int(rows.integer(2)), sendFailed: Int(rows.integer(3)),
        firstSent: rows.optionalInteger(4))
    }
    return sums
  }

  private func texts(_ sql: String) throws -> [Int64: String] {
    let rows = try database.prepare(sql)
    var texts: [Int64: String] = [:]
    while try rows.step() { texts[rows.integer(0)] = rows.text(1) }
    return texts
  }
}

private struct PayloadSums {
  var sends = 0
  var sendFailed = 0
  var firstSent: Int64?
}
