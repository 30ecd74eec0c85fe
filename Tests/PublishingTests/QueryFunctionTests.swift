import Foundation
import Ledger
import Prose
import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Publishing

/// What analysts call in their SQL, against the plain definition of each.
@Suite struct QueryFunctionTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.path("ledger.db")
    _ = try LedgerWriter.openForWriting(path)
  }

  private func ask(_ sql: String, zone: ReportZone = .utc, memory: Int = 256 << 20) throws -> Cell {
    let limits = QueryLimits(memory: memory)
    return try QueryGate(ledger: path, zone: zone, limits: limits).run(sql).rows[0][0]
  }

  /// `SELECT` from these values of `x`.
  private func over(_ values: [String], _ expression: String) -> String {
    "WITH t(x) AS (SELECT value FROM json_each('[\(values.joined(separator: ","))]')) SELECT \(expression) FROM t"
  }

  @Test(arguments: seeds(0..<20))
  func `a percentile lies between its neighbours in proportion`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let values = (0..<Int.random(in: 1...40, using: &random)).map { _ in
      Int.random(in: -50...5_000, using: &random)
    }
    let percent = Int.random(in: 0...100, using: &random)
    let sorted = values.sorted()
    let place = Double(percent) / 100 * Double(sorted.count - 1)
    let (low, high) = (sorted[Int(place.rounded(.down))], sorted[Int(place.rounded(.up))])
    let wanted = Double(low) + Double(high - low) * (place - place.rounded(.down))
    let texts = values.map { "\($0)" } + ["null", "null"]
    guard case .real(let found) = try ask(over(texts, "percentile(x, \(percent))")) else {
      Issue.record("no number")
      return
    }
    #expect(abs(found - wanted) < 1e-6)
    #expect(try ask(over(texts, "median(x) = percentile(x, 50)")) == .integer(1))
  }

  @Test func `no value has no percentile, and a wrong one is refused in words`() throws {
    #expect(try ask(over(["null"], "percentile(x, 90)")) == .null)
    #expect(try ask(over([], "median(x)")) == .null)
    for wrong in [
      "percentile(x, 101)", "percentile(x, -1)", "percentile(x, NULL)", "percentile(x, x)", "median('a')",
    ] {
      #expect(throws: QueryFailure.self, "\(wrong)") { try ask(over(["1", "2"], wrong)) }
    }
  }

  @Test func `groups share what memory there is, and give it back`() async {
    // A process of its own: SQLite's memory limit holds for all connections of a process.
    await #expect(processExitsWith: .exitCode(42)) {
      let tests = try QueryFunctionTests()
      let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)"
      let fiveTimes = """
        SELECT count(m) FROM (SELECT (
          WITH RECURSIVE n(i) AS (SELECT k.value UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT median(i) FROM n
        ) AS m FROM json_each('[1, 2, 3, 4, 5]') AS k)
        """
      do {
        _ = try tests.ask("\(numbers) SELECT median(i) FROM n", memory: 6 << 20)
      } catch let failure as QueryFailure where failure == .stopped(.memory(bytes: 6 << 20)) {
        if try tests.ask(fiveTimes, memory: 6 << 20) == .integer(5) { exit(42) }
      }
    }
  }

  @Test(arguments: [(0, 10), (3, 10), (10, 10), (870, 1_000), (1, 1_000_000)])
  func `the interval is that of rates in reports`(part: Int, whole: Int) throws {
    let interval = try #require(Rate(part, of: whole).interval)
    #expect(try ask("SELECT wilson_low(\(part), \(whole))") == .real(interval.lowerBound))
    #expect(try ask("SELECT wilson_high(\(part), \(whole))") == .real(interval.upperBound))
  }

  @Test func `nothing to divide by has no interval, and more than the whole is refused`() throws {
    #expect(try ask("SELECT wilson_low(0, 0)") == .null)
    #expect(try ask("SELECT wilson_high(NULL, 3)") == .null)
    #expect(throws: QueryFailure.self) { try ask("SELECT wilson_low(4, 3)") }
    #expect(throws: QueryFailure.self) { try ask("SELECT wilson_low(-1, 3)") }
  }

  @Test(arguments: [
    (1_789_950_464_110, "UTC", "2026-09-21", 0, "2026-09-21T00:27:44.110+00:00"),
    (1_789_950_464_110, "+08:00", "2026-09-21", 8, "2026-09-21T08:27:44.110+08:00"),
    (1_789_950_464_110, "-03:30", "2026-09-20", 20, "2026-09-20T20:57:44.110-03:30"),
    (-1, "UTC", "1969-12-31", 23, "1969-12-31T23:59:59.999+00:00"),
  ])
  func `a time is told by the clock of the question`(
    milliseconds: Int64, zone: String, day: String, hour: Int64, text: String
  ) throws {
    let zone = try #require(ReportZone(fixed: zone))
    #expect(try ask("SELECT local_day(\(milliseconds))", zone: zone) == .text(day))
    #expect(try ask("SELECT local_hour(\(milliseconds))", zone: zone) == .integer(hour))
    #expect(try ask("SELECT iso(\(milliseconds))", zone: zone) == .text(text))
  }

  @Test(arguments: ["NULL", "'2026'", "9223372036854775807", "-9223372036854775808", "1.5"])
  func `what is no time has no day`(value: String) throws {
    for name in ["local_day", "local_hour", "iso"] { #expect(try ask("SELECT \(name)(\(value))") == .null) }
  }

  @Test func `each stored view can be named, and no table behind it`() throws {
    let gate = try QueryGate(ledger: path, zone: .utc)
    for view in PublicView.all { _ = try gate.run("SELECT * FROM \(view.name)") }
    for table in ["delivery", "message", "delivery_fact", "channel_hour", "setting", "expectation"] {
      #expect(throws: QueryFailure.refused(.text("no such table: \(table)"))) {
        try gate.run("SELECT * FROM \(table)")
      }
    }
  }

  @Test(arguments: [
    ("no such table: delivery", "did you mean 'deliveries'?"),
    ("no such column: d.opend_at", "did you mean 'opened_at'?"),
    ("no such column: m.day_start_ms", "it is a column of loaded_days, published"),
    ("no such function: percentil", "did you mean 'percentile'?"),
    ("no such function: strftim", "did you mean 'strftime'?"),
    ("no such table: zzzzzzzzzz", "'pushledger schema' lists every view and column"),
  ])
  func `a name that is not there is answered with the nearest`(words: String, advice: String) {
    #expect(QueryNames.advice(on: words)?.told() == advice)
  }
}
