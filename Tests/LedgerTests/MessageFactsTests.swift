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
    let facts: [[Cell]] = try ledger.store.messageSends(scope).map { sends in
      [
        .text(sends.appKey), .text(sends.messageID), sends.jobKey.map(Cell.text) ?? .null,
        sends.firstSent.map(Cell.integer) ?? .null, sends.lastSent.map(Cell.integer) ?? .null,
      ]
    }
    let view = try ledger.store.table(
      "SELECT app_key, message_id, job_key, first_sent_at, last_sent_at FROM messages ORDER BY 1, 2")
    #expect(facts.sorted { "\($0)" < "\($1)" } == view.rows.sorted { "\($0)" < "\($1)" })
    #expect(facts.count > 5)
  }
}
