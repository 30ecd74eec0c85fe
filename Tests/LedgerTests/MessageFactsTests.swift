import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

struct MessageFactsTests {
  @Test(arguments: 0..<6) func `says of messages what the view says`(seed: UInt64) throws {
    let ledger = try StoredQueryLedger(StoredQueryLedger.random(400, seed: seed))
    let start = StoredQueryLedger.start
    let scope = CohortScope(
      days: [DaySpan(name: "d", start: start, end: start + 86_400_000)], appKeys: [], asOf: start, settle: 0)
    let facts: [[Cell]] = try ledger.store.messageCells(scope).elements().map { message in
      [
        .text(message.appKey), .text(message.messageID), message.jobKey.map(Cell.text) ?? .null,
        message.firstSent.map { .integer($0.milliseconds) } ?? .null,
        message.lastSent.map { .integer($0.milliseconds) } ?? .null,
      ]
    }
    let view = try ledger.store.table(
      """
      SELECT app_key, message_id, job_key, first_sent_at, last_sent_at FROM messages AS m
      WHERE (m.app_key, m.message_id) IN (
        SELECT a.app_key, s.message_id FROM counted_fact AS f
          JOIN app AS a ON a.ref = f.app_ref JOIN message AS s ON s.ref = f.message_ref
        WHERE f.has_device AND f.cohort_at >= \(start) AND f.cohort_at < \(start + 86_400_000))
      """)
    #expect(facts.sorted { "\($0)" < "\($1)" } == view.rows.sorted { "\($0)" < "\($1)" })
    #expect(facts.count > 5)
  }
}
