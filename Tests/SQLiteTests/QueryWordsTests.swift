import Prose
import ReceiptModel
import SQLite
import Testing

/// A question names the relations that it may name, and calls what it was given; nothing that a view reads for it.
@Suite struct QueryWordsTests {
  private static let relation = QueryWords.Relation(
    "deliveries", columns: ["message_id", "device_id", "channel", "sent_at", "acked_at", "ack_latency_ms"])

  private func gate(_ store: ScratchStore) throws -> QueryGate {
    let twice = SQLFunction(
      "twice", arguments: 1,
      .value { cells throws(SQLFunction.Refusal) in
        switch cells[0] {
        case .integer(let value): return .integer(2 * value)
        case .text(let text): return .text(text + text)
        case .blob(let bytes): return .blob(bytes + bytes)
        case .real(let value): return .real(2 * value)
        case .null: throw .words("twice: nothing to double")
        }
      })
    return try QueryGate(
      path: store.path,
      words: QueryWords(
        relations: [Self.relation],
        functions: [twice, SQLFunction("joined", arguments: 1, .aggregate { Joined() })]))
  }

  /// Texts one after another, as an aggregate of SQL.
  private final class Joined: SQLFunction.Aggregate {
    private var text = ""

    func add(_ arguments: [Cell]) throws(SQLFunction.Refusal) {
      guard case .text(let more) = arguments[0] else { throw .memory }
      text += more
    }

    func value() -> Cell { .text(text) }
  }

  @Test(arguments: [
    "SELECT count(*) FROM deliveries", "SELECT d.channel FROM deliveries AS d LIMIT 1",
    "WITH a AS (SELECT channel FROM main.deliveries) SELECT count(*) FROM a",
    "SELECT count(*) FROM json_each('[1]')", "SELECT twice(sent_at) FROM deliveries LIMIT 1",
  ])
  func `what is public is answered`(sql: String) throws {
    #expect(try gate(ScratchStore()).run(sql).rows.count == 1)
  }

  @Test(arguments: [
    "SELECT * FROM send", "SELECT count(*) FROM main.send", "SELECT 1 FROM deliveries, send",
    "SELECT (SELECT count(*) FROM send)", "SELECT 1 WHERE EXISTS (SELECT 1 FROM send)",
    "WITH deliveries AS (SELECT * FROM send) SELECT * FROM deliveries",
    "WITH RECURSIVE deliveries AS (SELECT device FROM main.send UNION SELECT 'x') SELECT * FROM deliveries",
    "SELECT * FROM (SELECT * FROM send) AS deliveries",
    "SELECT count(*) FROM deliveries UNION SELECT 1 FROM send",
    "SELECT 1 FROM deliveries WHERE device_id IN (SELECT device FROM send)", "SELECT * FROM touched",
    "SELECT count(*) FROM deliveries ORDER BY (SELECT device FROM send)",
    "SELECT 1 FROM deliveries WHERE 1 IN send",
    "EXPLAIN QUERY PLAN SELECT * FROM send",
    "SELECT nonsense FROM send",
  ])
  func `a private table is one that is not there`(sql: String) throws {
    let failure = #expect(throws: QueryFailure.self) { try gate(ScratchStore()).run(sql) }
    guard case .refused? = failure, let words = failure?.description else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(
      words == "no such table: send" || words == "no such table: main.send"
        || words == "no such table: touched")
  }

  @Test(arguments: [
    ("SELECT twice(21)", Cell.integer(42)), ("SELECT twice('é' || char(0))", .text("é\0é\0")),
    ("SELECT twice(x'00ff')", .blob([0, 255, 0, 255])), ("SELECT twice(0.5)", .real(1)),
    ("SELECT joined('a') FROM deliveries WHERE 0", .text("")),
    (
      "SELECT joined(channel) FROM (SELECT channel FROM deliveries ORDER BY sent_at LIMIT 2)",
      .text("huaweiapns")
    ),
    ("SELECT joined(DISTINCT channel) FROM deliveries WHERE channel = 'apns'", .text("apns")),
    ("SELECT count(*) FROM (SELECT joined(channel) FROM deliveries GROUP BY device_id)", .integer(2000)),
  ])
  func `a function of ours is called as any other`(sql: String, value: Cell) throws {
    let rows = try gate(ScratchStore()).run(sql).rows
    #expect(rows == [[value]])
  }

  @Test func `a function refuses in its words, and says when there is no memory`() throws {
    let gate = try gate(ScratchStore())
    #expect(throws: QueryFailure.refused(.text("twice: nothing to double"))) {
      try gate.run("SELECT twice(NULL)")
    }
    #expect(throws: QueryFailure.stopped(.memory(bytes: gate.limits.memory))) {
      try gate.run("SELECT joined(sent_at) FROM deliveries")
    }
    #expect(try gate.run("SELECT twice(1)").rows == [[.integer(2)]])
    #expect(throws: QueryFailure.self) { try gate.run("SELECT twice(1, 2)") }
    #expect(throws: QueryFailure.self) { try gate.run("SELECT thrice(1)") }
  }
}
