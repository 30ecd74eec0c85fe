import Assets
import Foundation
import Ledger
import ReceiptModel
import SQLite
import TestSupport
import Testing

@Suite struct StoredQueryTests {
  @Test(arguments: NamedQuery.all) func `a query stays small`(query: NamedQuery) {
    #expect(query.text.utf8.count < 16_384)
  }

  @Test(arguments: NamedQuery.all)
  func `a header is complete and lists the columns and parameters that SQLite sees`(query: NamedQuery) throws
  {
    let header = QueryHeader(of: query.text)
    #expect(header.problems == [])
    let ledger = try StoredQueryLedger([])
    #expect(try ledger.answer(query.text).columns.map(\.name) == header.columns.map(\.name))
    let statement = try ledger.store.database.prepare(query.text)
    #expect(Set(statement.parameterNames) == Set(header.parameterNames.map { ":" + $0 }))
  }

  @Test(arguments: NamedQuery.all)
  func `a query has an order, and each of its rates stands beside what it is made of`(query: NamedQuery) {
    #expect(query.text.contains("\nORDER BY "))
    let header = QueryHeader(of: query.text)
    let names = Set(header.columns.map(\.name))
    for column in header.columns where column.meaning.contains(" / ") {
      let formula = column.meaning.split(whereSeparator: { ":;,".contains($0) }).first ?? ""
      let parts = formula.split(separator: " / ").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(parts.count == 2 && Set(parts).isSubset(of: names), "\(column.name) = \(formula)")
      #expect(column.unit == "share")
    }
    for column in header.columns where column.name.hasSuffix("_rate") {
      #expect(column.meaning.contains(" / "))
    }
  }

  @Test(arguments: NamedQuery.all)
  func `an empty ledger gives an answer without rows`(query: NamedQuery) throws {
    #expect(try StoredQueryLedger([]).answer(query.text).rows == [])
  }

  /// Those about deliveries, and not about what was imported or what other logs tell.
  private static let aboutDeliveries = NamedQuery.all.filter {
    !["imported-files", "sources", "refused-lines", "bridges", "influenced-opens"].contains($0.name)
  }

  @Test(arguments: Self.aboutDeliveries)
  func `an unknown AppKey gives no rows and a known one no others`(query: NamedQuery) throws {
    let ledger = try StoredQueryLedger()
    #expect(try ledger.answer(query.text, ["app_key": .text("nobody")]).rows == [])
    let table = try ledger.answer(query.text, ["app_key": .text("24700001")])
    let column = try #require(table.columns.firstIndex { $0.name == "app_key" })
    #expect(!table.rows.isEmpty)
    #expect(table.rows.allSatisfy { $0[column] == .text("24700001") })
  }

  @Test(arguments: Self.aboutDeliveries.filter { $0.name != "data-freshness" })
  func `two halves of a window hold what the whole holds`(query: NamedQuery) throws {
    let ledger = try StoredQueryLedger(StoredQueryLedger.handMade)
    let cut = Cell.integer(StoredQueryLedger.start + 86_400_000)
    let all = Set(try ledger.answer(query.text).rows)
    let before = try ledger.answer(query.text, ["until": cut]).rows
    let after = try ledger.answer(query.text, ["since": cut]).rows
    // Each AppKey of the story sends on one of the two days only, so nothing is cut in two but places in a ranking.
    guard query.name != "messages-ranked" else {
      #expect(before.count + after.count == all.count)
      return
    }
    #expect(Set(before).union(after) == all)
    #expect(Set(before).isDisjoint(with: after))
  }

  @Test func `local days begin where the offset says`() throws {
    let ledger = try StoredQueryLedger(StoredQueryLedger.handMade)
    let day: ([String: Cell]) throws -> [Cell] = { parameters in
      try ledger.answer(NamedQuery("open-rate").text, parameters).rows.map { $0[0] }
    }
    #expect(try day([:]) == [.text("2024-09-21"), .text("2024-09-22")])
    #expect(try day(["utc_offset_minutes": .integer(-60)]) == [.text("2024-09-20"), .text("2024-09-22")])
    #expect(try day(["utc_offset_minutes": .integer(23 * 60)]) == [.text("2024-09-21"), .text("2024-09-23")])
  }

  @Test func `receipts without a send are told apart by why`() throws {
    let ledger = try StoredQueryLedger(StoredQueryLedger.handMade)
    let day = Cell.text("2024-09-21")
    #expect(
      try ledger.answer(NamedQuery("unmatched-receipts").text).rows == [
        [day, .text("24700001")] + [1, 1, 0, 0, 1, 0].map(Cell.integer),
        [day, .text("24700009")] + [1, 1, 0, 1, 0, 0].map(Cell.integer),
      ])
  }

  @Test func `deliveries with a flag are found in their window, sent or not`() throws {
    let ledger = try StoredQueryLedger(StoredQueryLedger.handMade)
    let query = NamedQuery("deliveries-of").text
    let flags = try ledger.answer("SELECT DISTINCT flag FROM flags").rows.map { $0[0] }
    #expect(flags.contains(.text("app_key_unknown")))
    for flag in flags {
      let marked = try ledger.answer(
        "SELECT DISTINCT app_key, message_id, device_id FROM flags WHERE flag = :flag", ["flag": flag]
      ).rows
      let span = ["since": Cell.integer(StoredQueryLedger.start), "flag": flag]
      #expect(Set(try ledger.answer(query, span).rows.map { Array($0[1...3]) }) == Set(marked), "\(flag)")
      #expect(
        try ledger.answer(query, ["until": .integer(StoredQueryLedger.start), "flag": flag]).rows == [])
    }
  }

  @Test func `a day is ripe when it is over and its receipts had time to arrive`() throws {
    let ledger = try StoredQueryLedger(StoredQueryLedger.handMade)
    func ripe(_ asOf: Int64) throws -> [Cell] {
      let asOf = Cell.integer(StoredQueryLedger.start + asOf)
      return try ledger.answer(NamedQuery("delivery-rate-by-day-and-channel").text, ["as_of": asOf]).rows
        .compactMap(
          \.last)
    }
    let settled: Int64 = 86_400_000 + 15 * 60_000
    #expect(try ripe(settled - 1) == [0, 0, 0].map(Cell.integer))
    #expect(try ripe(settled) == [1, 1, 0].map(Cell.integer))
  }

  @Test func `a file is as late as its newest event was old when it was read`() throws {
    let ledger = try StoredQueryLedger(StoredQueryLedger.handMade)
    let table = try ledger.answer(NamedQuery("imported-files").text)
    #expect(table.rows.count == 1)
    let row = Dictionary(uniqueKeysWithValues: zip(table.columns.map(\.name), table.rows.first ?? []))
    #expect(row["late_ms"] == .integer(2 * 86_400_000))
    #expect(row["rejected_share"] == .real(0.1))
  }

  @Test func `files outside the window are left out, and so are their refused lines`() throws {
    let ledger = try StoredQueryLedger(StoredQueryLedger.handMade)
    let outside: [[String: Cell]] = [
      ["until": .integer(StoredQueryLedger.start)], ["since": .integer(StoredQueryLedger.start + 86_400_001)],
    ]
    for window in outside {
      #expect(try ledger.answer(NamedQuery("imported-files").text, window).rows == [])
      #expect(try ledger.answer(NamedQuery("sources").text, window).rows == [])
      #expect(try ledger.answer(NamedQuery("refused-lines").text, window).rows == [])
    }
    #expect(
      try ledger.answer(NamedQuery("refused-lines").text).rows == [
        [.text("bad-time"), .text("event_time"), .integer(2), .integer(1), .text("logs/a.jsonl")],
        [.text("not-json"), .text(""), .integer(1), .integer(1), .text("logs/a.jsonl")],
      ])
  }

  @Test func `opened but never acked names the version`() throws {
    let ledger = try StoredQueryLedger(StoredQueryLedger.handMade)
    let rows = try ledger.answer(NamedQuery("opened-but-never-acked").text).rows
    #expect(
      rows.map { Array($0[2...5]) } == [
        [.text("3.2"), .integer(1), .integer(1), .real(1)],
        [.text("3.1"), .integer(0), .integer(1), .real(0)],
      ])
  }
}
