import Foundation
import Prose
import ReceiptModel
import SQLite
import Testing

@Suite struct QueryGateTests {
  @Test(
    arguments: [
      ("SELECT 1", "1"),
      ("SELECT count(*) FROM deliveries;", "2000"),
      ("SELECT count(ack_latency_ms) FROM deliveries -- acked\n", "1600"),
      ("/* first */ SELECT 2 /* last */ ; ; -- end", "2"),
      ("WITH a AS (SELECT channel FROM deliveries) SELECT count(*) FROM a", "2000"),
      (
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT sum(i) FROM n",
        "15"
      ),
      ("SELECT max(r) FROM (SELECT row_number() OVER (ORDER BY sent_at) AS r FROM deliveries)", "2000"),
      (
        "SELECT max(g) FROM (SELECT sent_at - lag(sent_at, 1, sent_at) OVER (PARTITION BY channel"
          + " ORDER BY sent_at) AS g FROM deliveries)", "3000"
      ),
      ("SELECT ntile(4) OVER (ORDER BY device_id) FROM deliveries ORDER BY 1 DESC LIMIT 1", "4"),
      ("SELECT sum(value) FROM json_each('[1, 2, 3]')", "6"),
      ("SELECT count(*) FROM json_tree('{\"a\": [1, 2]}')", "4"),
      ("SELECT json_extract('{\"a\": 7}', '$.a')", "7"),
      ("SELECT '{\"a\": 7}' ->> 'a'", "7"),
      ("SELECT json_object('a', json_array(1, 2))", "{\"a\":[1,2]}"),
      ("SELECT count(*) FROM deliveries WHERE device_id LIKE 'd1%' AND device_id GLOB 'd1*'", "1111"),
      ("SELECT date(sent_at / 1000, 'unixepoch') FROM deliveries ORDER BY 1 LIMIT 1", "2023-11-14"),
      ("SELECT group_concat(DISTINCT channel) FROM deliveries", "huawei,apns"),
      ("SELECT count(*) FROM sqlite_schema WHERE type = 'view'", "1"),
      ("SELECT count(*) FROM sqlite_master WHERE type = 'view'", "1"),
      ("SELECT count(*) FROM deliveries AS a JOIN send AS b ON b.device = a.device_id", "2000"),
      ("SELECT cast(sqrt(16) AS INTEGER)", "4"),
      ("VALUES (1), (2)", "1"),
      ("SELECT count(*) FROM deliveries WHERE sent_at >= coalesce(:since, 0)", "2000"),
      ("SELECT count(*) FROM (SELECT 1 UNION SELECT 2 EXCEPT SELECT 1)", "1"),
    ])
  func `an honest question is answered`(sql: String, expected: String) throws {
    let store = try ScratchStore()
    let cell = try QueryGate(path: store.path).run(sql).rows.first?.first
    switch cell {
    case .integer(let value): #expect(String(value) == expected)
    case .text(let value): #expect(value == expected)
    default: Issue.record("\(String(describing: cell))")
    }
  }

  @Test func `a query plan can be looked at`() throws {
    let store = try ScratchStore()
    let plan = try QueryGate(path: store.path).run("EXPLAIN QUERY PLAN SELECT * FROM send WHERE sent_at > 5")
    #expect(plan.columns.map(\.name) == ["id", "parent", "notused", "detail"])
  }

  @Test func `every kind of value comes through`() throws {
    let store = try ScratchStore()
    let table = try QueryGate(path: store.path).run(
      "SELECT NULL AS a, 9007199254740993 AS b, 0.1 AS c, 'é' || char(0) || 'x' AS d, x'00ff' AS e, 9e999 AS f, '' AS g"
    )
    #expect(table.columns.map(\.name) == ["a", "b", "c", "d", "e", "f", "g"])
    #expect(
      table.rows == [
        [
          .null, .integer(9_007_199_254_740_993), .real(0.1), .text("é\u{0}x"), .blob([0, 255]),
          .real(.infinity), .text(""),
        ]
      ])
  }

  @Test func `values come in by parameter and unset ones are NULL`() throws {
    let store = try ScratchStore()
    let gate = try QueryGate(path: store.path)
    let sql = "SELECT :a, @b, $c, :d, :missing, ?9"
    let table = try gate.run(
      sql,
      parameters: [
        "a": .integer(.max), "b": .real(0.1), "c": .text("x' OR 1=1 --"), "d": .blob([0, 255]),
        "9": .text(""),
      ])
    #expect(
      table.rows == [
        [.integer(.max), .real(0.1), .text("x' OR 1=1 --"), .blob([0, 255]), .null, .text("")]
      ])
  }

  @Test func `an unknown parameter is refused with the names of the known ones`() throws {
    let store = try ScratchStore()
    let gate = try QueryGate(path: store.path)
    let failure = #expect(throws: QueryFailure.self) {
      try gate.run("SELECT :until, :since", parameters: ["sinse": .text("secret")])
    }
    #expect(failure?.description == "the query has no parameter 'sinse'; it has since, until")
    #expect(throws: QueryFailure.refused("the query has no parameter '\("x")'; it has none")) {
      try gate.run("SELECT 1", parameters: ["x": .null])
    }
  }

  @Test func `a mistake is told in SQLite's words`() throws {
    let store = try ScratchStore()
    let gate = try QueryGate(path: store.path)
    #expect(throws: QueryFailure.refused(.text("no such column: devise"))) {
      try gate.run("SELECT devise FROM send")
    }
    #expect(throws: QueryFailure.refused(.text("near \"SELEC\": syntax error"))) { try gate.run("SELEC 1") }
    #expect(throws: QueryFailure.refused(.text("not authorized to use function: printf"))) {
      try gate.run("SELECT printf('%d', 1)")
    }
  }

  @Test func `rows are handed out one by one, after the columns`() throws {
    let store = try ScratchStore()
    var seen: [String] = []
    try QueryGate(path: store.path).forEachRow(of: "SELECT '0' AS m FROM deliveries LIMIT 2") {
      seen += $0.map(\.name)
    } row: {
      seen += $0.map { "\($0)" }
    }
    #expect(seen == ["m", "text(\"0\")", "text(\"0\")"])
  }

  @Test func `an error of the reader ends the query and leaves the gate usable`() throws {
    struct Full: Error {}
    let store = try ScratchStore()
    let gate = try QueryGate(path: store.path)
    #expect(throws: Full.self) {
      try gate.forEachRow(of: "SELECT * FROM send") { _ in
      } row: { _ in
        throw Full()
      }
    }
    #expect(try gate.run("SELECT 1").rows == [[.integer(1)]])
  }

  @Test func `a query sees what was committed and leaves the writer free`() throws {
    let store = try ScratchStore()
    let gate = try QueryGate(path: store.path)
    let writer = try Database(path: store.path, mode: .readWrite)
    #expect(try gate.run("SELECT count(*) FROM touched").rows == [[.integer(0)]])
    try writer.execute("INSERT INTO touched VALUES (1)")
    #expect(try gate.run("SELECT count(*) FROM touched").rows == [[.integer(1)]])
  }
}
