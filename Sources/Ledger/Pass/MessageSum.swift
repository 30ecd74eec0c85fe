import ReceiptModel
import SQLite

/// What is added up of one message under one AppKey.
struct MessageSum {
  let app: Int64
  /// Whether any delivery has a cohort in the scope.
  private(set) var hasCohort = false
  private(set) var counts = Counts()
  private var latencies = LatencyHistogram()
  /// The smallest, by its bytes, as SQLite compares texts.
  private var jobKey: [UInt8]?
  private(set) var firstSent: Int64?
  private var lastSent: Int64?
  /// Most often it is that of the delivery before.
  private var context: Int64?

  init(app: Int64) { self.app = app }

  /// Adds what one delivery counts, and its latency when there is one.
  mutating func add(_ counts: CountSet, latency: Int64?) {
    hasCohort = true
    self.counts.add(counts, times: 1)
    if let latency { latencies.add(bucket: LatencyBucket.bucket(of: latency)) }
  }

  /// - Parameter sent: the first send of a delivery, if there is one.
  mutating func addSend(_ sent: Int64?, of context: Int64, _ jobs: inout ReferencedTexts) throws {
    if context != self.context, let job = try jobs.bytes(of: context) {
      if jobKey.map({ job.lexicographicallyPrecedes($0) }) ?? true { jobKey = job }
    }
    self.context = context
    guard let sent else { return }
    firstSent = min(firstSent ?? sent, sent)
    lastSent = max(lastSent ?? sent, sent)
  }

  mutating func addSend(again sent: Int64) { lastSent = max(lastSent ?? sent, sent) }

  func cell(_ appKey: String, _ messageID: String) -> MessageCell {
    MessageCell(
      appKey: appKey, messageID: messageID, counts: counts, latencies: latencies,
      jobKey: jobKey.map { String(decoding: $0, as: UTF8.self) },
      firstSent: firstSent.map(Instant.init(milliseconds:)),
      lastSent: lastSent.map(Instant.init(milliseconds:)))
  }
}

/// The last repeated send of a message under each AppKey.
struct RepeatedSends {
  private let rows: Statement

  init(_ database: Database) throws {
    rows = try database.prepare(
      """
      SELECT app_ref, max(at_ms) FROM counted_repeat
      WHERE message_ref = ?1 AND kind = \(EventKind.sent.rawValue) GROUP BY app_ref
      """)
  }

  func forEach(of message: Int64, _ body: (_ app: Int64, _ last: Int64) -> Void) throws {
    rows.bind(message, at: 1)
    defer { rows.reset() }
    while try rows.step() { body(rows.integer(0), rows.integer(1)) }
  }
}
