import Foundation
import Prose
import ReceiptModel
import SQLite
import Synchronization
import Testing

/// 229,376 times `a`, made without the functions that make long values.
private let long = """
  WITH t(a) AS (SELECT substr(replace(replace(replace(replace(replace('aaaaaaaa', 'a', 'aaaaaaaa'), 'a', 'aaaaaaaa'),
    'a', 'aaaaaaaa'), 'a', 'aaaaaaaa'), 'a', 'aaaaaaa'), 1, 229376))
  """

@Suite struct QueryLimitTests {
  @Test(
    arguments: [
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT (i * 7 + 1) % 1000003 FROM n) SELECT i FROM n WHERE i < 0",
      "SELECT count(*) FROM send a, send b, send c",
      "SELECT count(*) FROM send a, send b, send c WHERE a.device || b.device = c.device",
      "SELECT sum(a.sent_at * b.sent_at % 7) FROM send a CROSS JOIN send b CROSS JOIN send c",
      "SELECT max(a.device < b.device) OVER (PARTITION BY a.channel) FROM send a, send b, send c",
      "SELECT DISTINCT (a.sent_at + b.sent_at + c.sent_at) % 3 FROM send a, send b, send c",
      "SELECT count(*) FROM send a, send b, send c GROUP BY a.channel, b.channel",
      "SELECT 1 FROM send a WHERE EXISTS (SELECT 1 FROM send b, send c WHERE b.sent_at + c.sent_at < a.sent_at)",
      "SELECT count(*) FROM send a, send b WHERE a.device LIKE '%1%2%' AND b.device LIKE '%a%b%c%d%' AND"
        + " (SELECT count(*) FROM send c WHERE c.device GLOB '*x*y*z*') = 0 OR b.sent_at % 2",
      "SELECT max(length(replace(a.device || b.device || c.device, 'd', 'dd'))) FROM send a, send b, send c",
      "SELECT count(*) FROM json_each('[1,2,3,4,5,6,7,8,9]') a, send b, send c, send d",
    ])
  func `a query that does not end is stopped in time`(sql: String) throws {
    let store = try ScratchStore()
    let limits = QueryLimits(time: .milliseconds(150), grace: .seconds(60))
    let gate = try QueryGate(path: store.path, limits: limits)
    let start = ContinuousClock.now
    #expect(throws: QueryFailure.stopped(.time(.milliseconds(150)))) { try gate.run(sql) }
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(try gate.run("SELECT 1").rows == [[.integer(1)]])
  }

  @Test func `time that rows take where they go counts, too`() throws {
    let store = try ScratchStore()
    let gate = try QueryGate(
      path: store.path, limits: QueryLimits(time: .milliseconds(20), grace: .seconds(60)))
    var rows = 0
    #expect(throws: QueryFailure.stopped(.time(.milliseconds(20)))) {
      try gate.forEachRow(of: "SELECT 1 FROM send LIMIT 3") { _ in
      } row: { _ in
        rows += 1
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .milliseconds(20) {}
      }
    }
    #expect(rows == 1)
  }

  @Test func `rows up to the limit are handed out and then the limit is named`() throws {
    let store = try ScratchStore()
    let gate = try QueryGate(path: store.path, limits: QueryLimits(rows: 10))
    var count = 0
    #expect(throws: QueryFailure.stopped(.rows(10))) {
      try gate.forEachRow(of: "SELECT * FROM send") { _ in
      } row: { _ in
        count += 1
      }
    }
    #expect(count == 10)
    #expect(try gate.run("SELECT * FROM send LIMIT 10").rows.count == 10)
  }

  @Test func `output stops at its limit`() throws {
    let store = try ScratchStore()
    let gate = try QueryGate(path: store.path, limits: QueryLimits(output: 1 << 20))
    #expect(throws: QueryFailure.stopped(.output(bytes: 1 << 20))) {
      try gate.run("\(long) SELECT a FROM t, send")
    }
  }

  @Test(
    arguments: [
      "SELECT length(group_concat(a.device || b.device)) FROM send a, send b",
      "\(long) SELECT length(replace(a, 'a', 'aa')) FROM t",
      "\(long) SELECT length(a || a) FROM t",
      "\(long) SELECT length(hex(a)) FROM t",
      "SELECT length(json_group_array(a.device || b.device)) FROM send a, send b",
      "\(long) SELECT length(quote(replace(a, 'a', ''''))) FROM t",
    ])
  func `a value that grows too long is stopped`(sql: String) throws {
    let store = try ScratchStore()
    #expect(throws: QueryFailure.stopped(.value(bytes: QueryLimits.value))) {
      try QueryGate(path: store.path).run(sql)
    }
  }

  @Test func `a parameter longer than a value may be is refused`() throws {
    let store = try ScratchStore()
    let gate = try QueryGate(path: store.path)
    let text = String(repeating: "x", count: QueryLimits.value + 1)
    #expect(throws: QueryFailure.refused("the value of parameter '\("a")' is too long")) {
      try gate.run("SELECT :a", parameters: ["a": .text(text)])
    }
  }

  @Test(
    arguments: [
      "SELECT " + String(repeating: "(", count: 60) + "1" + String(repeating: ")", count: 60)
        + String(repeating: " + 1", count: 60),
      Array(repeating: "SELECT 1", count: 30).joined(separator: " UNION ALL "),
      "SELECT " + Array(repeating: "1", count: 300).joined(separator: ", "),
      "SELECT '" + String(repeating: "x", count: 70_000) + "'",
      "SELECT ?101",
      "SELECT 'a' LIKE '" + String(repeating: "%a", count: 60) + "'",
      "SELECT max(" + Array(repeating: "1", count: 20).joined(separator: ", ") + ")",
    ])
  func `a text beyond SQLite's limits is refused`(sql: String) throws {
    let store = try ScratchStore()
    #expect(throws: QueryFailure.self) { try QueryGate(path: store.path).run(sql) }
  }

  @Test func `a query inside one long call is left to the watchdog`() throws {
    let store = try ScratchStore()
    let stops = Mutex<[QueryStop]>([])
    let limits = QueryLimits(time: .milliseconds(10), grace: .milliseconds(10))
    let gate = try QueryGate(
      path: store.path, limits: limits, onHardStop: { stop in stops.withLock { $0.append(stop) } })
    // One step of SQLite's machine: it never looks at the clock.
    _ = try? gate.run("\(long) SELECT instr(a, substr(a, 1, 114688) || 'b') FROM t")
    #expect(stops.withLock { $0 } == [.time(.milliseconds(10))])
  }

  @Test func `the watchdog leaves a query alone that ends in time`() throws {
    let store = try ScratchStore()
    let stops = Mutex<Int>(0)
    let limits = QueryLimits(time: .seconds(20))
    let gate = try QueryGate(
      path: store.path, limits: limits, onHardStop: { _ in stops.withLock { $0 += 1 } })
    for _ in 0..<200 { _ = try gate.run("SELECT 1") }
    #expect(stops.withLock { $0 } == 0)
  }

  @Test func `the watchdog ends the process with 69 and names the limit`() async {
    let result = await #expect(processExitsWith: .exitCode(69), observing: [\.standardErrorContent]) {
      let store = try ScratchStore()
      let gate = try QueryGate(
        path: store.path, limits: QueryLimits(time: .milliseconds(10), grace: .milliseconds(10)))
      _ = try? gate.run("\(long) SELECT instr(a, substr(a, 1, 114688) || 'b') FROM t")
    }
    let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(words == "query stopped at the time limit of 0.01 seconds\n")
  }

  private static let wide = [
    "SELECT a.device, b.device, c.device FROM send a, send b, send c ORDER BY a.sent_at + b.sent_at, c.device",
    "SELECT DISTINCT a.device || b.device || c.device FROM send a, send b, send c LIMIT 1 OFFSET 10000000",
    "SELECT row_number() OVER (ORDER BY a.device || b.device) FROM send a, send b LIMIT 1",
    "SELECT count(*) FROM send a, send b GROUP BY a.device || b.device ORDER BY 1",
    "SELECT 1 FROM (SELECT a.device || b.device AS x FROM send a, send b UNION SELECT 'y') LIMIT 1 OFFSET 9000000",
  ]

  @Test(arguments: wide)
  func `a query that sorts too much is stopped and the gate stays usable`(sql: String) throws {
    let store = try ScratchStore()
    let gate = try QueryGate(
      path: store.path, limits: QueryLimits(time: .seconds(50), temporary: 20 << 20))
    #expect(throws: QueryFailure.stopped(.temporary(bytes: 20 << 20))) { try gate.run(sql) }
    // Half of what is allowed, again and again: each query has all of it.
    for _ in 0..<3 {
      _ = try gate.run(
        """
        SELECT max(x) FROM (SELECT a.device || b.device AS x FROM send a, send b
          WHERE b.sent_at < 1700000200000 ORDER BY 1 LIMIT -1 OFFSET 1)
        """)
    }
  }

  @Test(arguments: wide)
  func `a query that needs too much memory is stopped and the gate stays usable`(sql: String) async {
    // A process of its own: SQLite's memory limit holds for all connections of a process.
    await #expect(processExitsWith: .exitCode(42)) { [sql] in
      let store = try ScratchStore()
      let gate = try QueryGate(path: store.path, limits: QueryLimits(time: .seconds(50), memory: 1 << 20))
      let stopped = QueryFailure.stopped(.memory(bytes: 1 << 20))
      do { _ = try gate.run(sql) } catch let failure as QueryFailure where failure == stopped {
        if try gate.run("SELECT 1").rows == [[.integer(1)]] { exit(42) }
      }
    }
  }

  @Test func `the memory limit counts what blocks take and not what was asked for`() async {
    await #expect(processExitsWith: .exitCode(42)) {
      func peak() -> Int {
        var usage = rusage()
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss << 10
      }
      let store = try ScratchStore()
      let gate = try QueryGate(path: store.path, limits: QueryLimits(memory: 64 << 20))
      _ = try gate.run("SELECT 1")
      // Another connection of the process that sorts in memory, in small blocks, which take twice what is asked for.
      let database = try Database(path: store.path, mode: .readOnly)
      try database.execute("PRAGMA temp_store = MEMORY")
      let before = peak()
      do {
        _ = try database.integer(
          """
          SELECT count(*) FROM (SELECT row_number() OVER (PARTITION BY a.channel) AS n FROM send a, send b, send c)
          WHERE n < 0
          """)
      } catch {
        if peak() - before < 100 << 20 { exit(42) }
      }
    }
  }
}
