import Assets
import Ledger
import ReceiptModel
import SQLite
import TestSupport
import Testing

/// The stored query that findings point to.
@Suite struct DeliveriesOfTests {
  private let ledger: StoredQueryLedger

  init() throws { ledger = try StoredQueryLedger(StoredQueryLedger.handMade) }

  private func rows(_ parameters: [String: Cell]) throws -> [[Cell]] {
    try ledger.answer(NamedQuery("deliveries-of").text, parameters).rows
  }

  @Test(
    arguments: [
      ([:], 11), (["app_version": "3.1"], 5), (["app_version": "3.2"], 6), (["app_version": "9"], 0),
      (["channel": "huawei"], 2), (["channel": ""], 0), (["network_type": ""], 11),
      (["network_type": "wifi"], 0),
      (["os_version": "18.0"], 11), (["message_id": "m-first"], 6), (["message_id": "m"], 0),
      (["message_id": "m-second", "app_version": "3.1"], 2), (["reason": "410"], 1), (["reason": "gone"], 1),
      (["reason": "410#gone"], 1), (["reason": ""], 10), (["kind": "ext_ack"], 6),
      (["kind": "send_failed"], 1),
      (["kind": "nothing"], 0), (["app_key": "24700002"], 1),
    ] as [([String: String], Int)])
  func `each parameter is a condition, and empty text means unknown`(parameters: [String: String], count: Int)
    throws
  {
    #expect(try rows(parameters.mapValues(Cell.text)).count == count)
  }

  @Test func `a number stands for its digits`() throws {
    #expect(try rows(["reason": .integer(410)]).count == 1)
    #expect(try rows(["app_key": .integer(24_700_002)]).count == 1)
  }

  @Test func `it shows pushes without an ack in time, and those that were answered under another AppKey`()
    throws
  {
    // Acked after 55 s, never, opened alone, acked under a foreign key.
    #expect(try rows(["unacked_ms": .integer(30_000)]).count == 4)
    #expect(try rows(["unacked_ms": .integer(60_000)]).count == 3)
    #expect(try rows(["answers_under": .text("24700009")]).count == 1)
    #expect(try rows(["answers_under": .text("24700001")]).isEmpty)
  }

  @Test func `the newest come first, and no more than are wanted`() throws {
    let all = try rows([:])
    let times = all.compactMap { row in if case .integer(let time) = row[0] { time } else { nil } }
    #expect(times.count == all.count && times == times.sorted(by: >))
    for message in [[:], ["message_id": Cell.text("m-second")]] {
      let wanted = try rows(message)
      #expect(try rows(message.merging(["top": .integer(2)]) { one, _ in one }) == Array(wanted.prefix(2)))
    }
  }

  @Test func `a named message is found by index`() throws {
    let statement = try ledger.store.database.prepare(
      "EXPLAIN QUERY PLAN " + NamedQuery("deliveries-of").text)
    var plan: [String] = []
    // What was answered elsewhere is looked up only where somebody asks for it.
    var lookups: Set<Int64> = []
    while try statement.step() {
      if lookups.contains(statement.integer(1)) || statement.text(3).hasPrefix("LIST SUBQUERY") {
        lookups.insert(statement.integer(0))
      } else {
        plan.append(statement.text(3))
      }
    }
    #expect(plan.contains { $0.hasPrefix("SEARCH m USING") && $0.contains("message_id=?") }, "\(plan)")
    #expect(plan.count { $0.hasPrefix("SCAN d") } == 1)
  }
}
