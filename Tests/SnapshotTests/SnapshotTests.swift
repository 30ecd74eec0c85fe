import Assets
import Foundation
import ReceiptModel
import Reporting
import SQLite
import TestSupport
import Testing

@testable import Snapshot

struct SnapshotTests {
  @Test func `the same content gives the same bytes`() throws {
    let (first, path) = try SnapshotSample.written(SnapshotSample.content())
    let (second, again) = try SnapshotSample.written(SnapshotSample.content())
    #expect(FileManager.default.contents(atPath: path) == FileManager.default.contents(atPath: again))
    #expect(try first.names() == ["push.db"])
    #expect(try second.names() == ["push.db"])
  }

  @Test func `the file is whole, says what it is, and needs no other file to be read`() throws {
    let (folder, path) = try SnapshotSample.written(SnapshotSample.content())
    let database = try Database(path: path, mode: .readOnly)
    #expect(try database.text("PRAGMA integrity_check") == "ok")
    #expect(try database.integer("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    #expect(try database.text("PRAGMA journal_mode") == "delete")
    #expect(try database.integer("PRAGMA application_id") == Snapshot.applicationID)
    #expect(try database.integer("PRAGMA user_version") == Snapshot.schemaVersion)
    let loose =
      "SELECT count(*) FROM pragma_table_list WHERE type = 'table' AND schema = 'main' AND NOT strict"
    // SQLite's own table of the schema.
    #expect(try database.integer(loose) == 1)
    #expect(try folder.names() == ["push.db"])
  }

  @Test func `every table has a row for each of its data set's, under the promised columns`() throws {
    let (folder, path) = try SnapshotSample.written(SnapshotSample.content())
    let database = try Database(path: path, mode: .readOnly)
    let snapshot = try Snapshot(SnapshotSample.content())
    for table in snapshot.tables {
      #expect(try database.integer("SELECT count(*) FROM \(table.name)") == Int64(table.dataSet.rows.count))
      let names = "SELECT group_concat(name) FROM pragma_table_info('\(table.name)')"
      #expect(try database.text(names) == table.dataSet.columns.map(\.name).joined(separator: ","))
      let keys =
        "SELECT group_concat(name) FROM (SELECT name FROM pragma_table_info('\(table.name)') WHERE pk > 0 ORDER BY pk)"
      #expect(try database.text(keys) == table.dataSet.description.key.joined(separator: ","))
      for facet in table.facets + [table.limitedBy].compactMap(\.self) {
        let indexes = """
          SELECT count(*) FROM pragma_index_list('\(table.name)') AS i, pragma_index_info(i.name) AS c
          WHERE c.seqno = 0 AND c.name = '\(facet)'
          """
        #expect(try database.integer(indexes) ?? 0 > 0, "\(table.name).\(facet)")
      }
    }
    #expect(try folder.names() == ["push.db"])
  }

  @Test(arguments: Metric.allCases)
  func `each rate is the quotient that the table of metrics names`(metric: Metric) throws {
    let (folder, path) = try SnapshotSample.written(SnapshotSample.content())
    defer { withExtendedLifetime(folder) {} }
    let database = try Database(path: path, mode: .readOnly)
    let parts = try database.prepare("SELECT numerator_sql, denominator_sql FROM metrics WHERE metric = ?1")
    parts.bind(metric.rawValue, at: 1)
    #expect(try parts.step())
    for table in ["daily", "hourly", "campaigns", "networks", "brands", "app_versions", "builds", "messages"]
    {
      let differing = """
        SELECT count(*) FROM \(table)
        WHERE \(metric.rawValue) IS NOT 1.0 * (\(parts.text(0))) / nullif(\(parts.text(1)), 0)
        """
      #expect(try database.integer(differing) == 0, "\(table)")
      #expect(try database.integer("SELECT count(\(metric.rawValue)) FROM \(table)") ?? 0 > 0, "\(table)")
    }
    let long = """
      SELECT count(*) FROM daily_long AS l JOIN daily AS d USING (day, app_key, channel)
      WHERE l.metric = '\(metric.rawValue)' AND l.value IS d.\(metric.rawValue)
        AND l.value BETWEEN l.interval_low AND l.interval_high
      """
    #expect(try database.integer(long) == 3)
  }

  @Test func `a build has what its days have together`() throws {
    let (folder, path) = try SnapshotSample.written(SnapshotSample.content())
    defer { withExtendedLifetime(folder) {} }
    let database = try Database(path: path, mode: .readOnly)
    let counters = try rows("SELECT name FROM pragma_table_info('builds') WHERE type = 'INTEGER'", database)
    #expect(counters.count > 20)
    let key = "app_key, app_version, os_version"
    let sums = counters.map { "sum(\($0))" }.joined(separator: ", ")
    let days = try rows("SELECT \(key), \(sums) FROM app_versions GROUP BY \(key)", database)
    #expect(try rows("SELECT \(key), \(counters.joined(separator: ", ")) FROM builds", database) == days)
    #expect(days.count == 2)
  }

  @Test(arguments: ["builds-that-lose-acks", "sent-never-confirmed"])
  func `a question with a limit finds what is above it by an index`(name: String) throws {
    let (folder, path) = try SnapshotSample.written(SnapshotSample.content())
    defer { withExtendedLifetime(folder) {} }
    let query = try #require(DashboardQuery.all.first { $0.name == name })
    let plan = try rows("EXPLAIN QUERY PLAN \(query.statement)", Database(path: path, mode: .readOnly))
    #expect(plan.contains { $0.contains("SEARCH") && $0.contains("_by_") }, "\(plan)")
    #expect(!plan.contains { $0.contains("SCAN") }, "\(plan)")
  }

  private func rows(_ sql: String, _ database: Database) throws -> [String] {
    let statement = try database.prepare(sql)
    var rows: [String] = []
    while try statement.step() {
      rows.append((0..<statement.columnCount).map { statement.text($0) }.joined(separator: "|"))
    }
    return rows
  }

  @Test func `times stand as text and as seconds, days as their start in the report's zone`() throws {
    let (folder, path) = try SnapshotSample.written(SnapshotSample.content())
    defer { withExtendedLifetime(folder) {} }
    let database = try Database(path: path, mode: .readOnly)
    for (table, text, seconds) in [
      ("hourly", "hour", "hour_s"), ("days", "starts_at", "day_s"), ("days", "ends_at", "end_s"),
      ("messages", "first_sent_at", "first_sent_s"), ("messages", "last_sent_at", "last_sent_s"),
      ("flags", "sent_at", "sent_s"), ("files", "finished_at", "finished_s"),
    ] {
      let differing = "SELECT count(*) FROM \(table) WHERE unixepoch(\(text)) IS NOT \(seconds)"
      #expect(try database.integer(differing) == 0, "\(table).\(text)")
      #expect(try database.integer("SELECT count(\(seconds)) FROM \(table)") ?? 0 > 0, "\(table).\(seconds)")
    }
    #expect(try database.integer("SELECT count(*) FROM daily JOIN days USING (day, day_s)") == 3)
    #expect(try database.integer("SELECT group_concat(ripe, '') FROM days") == 10)
    let hours = "SELECT day || ' ' || hour FROM hourly ORDER BY hour_s DESC LIMIT 1"
    #expect(try database.text(hours) == "2026-09-22 2026-09-22T03:00:00.000+08:00")
  }

  @Test func `dimensions have a row for every value, known ones with their names`() throws {
    let (folder, path) = try SnapshotSample.written(SnapshotSample.content())
    defer { withExtendedLifetime(folder) {} }
    let database = try Database(path: path, mode: .readOnly)
    func list(_ sql: String) throws -> String? {
      try database.text("SELECT group_concat(x, ' ') FROM (\(sql))")
    }
    #expect(
      try list("SELECT app_key || ':' || name || ':' || is_configured AS x FROM apps ORDER BY app_key")
        == "333:Shop:1 444:444:0 555:555:0")
    #expect(
      try list(
        "SELECT name || ':' || is_measurable || arrival_is_evidence AS x FROM channels ORDER BY channel")
        == "(unknown):11 apns:10 fcm:00")
    #expect(
      try list("SELECT rank || ifnull(app_key, '-') AS x FROM findings ORDER BY rank") == "1333 2333 3-")
  }

  @Test(arguments: [
    "'); DROP TABLE daily; --", "a\u{0}b", "=1+1", "\"", "小米\n", String(repeating: "x", count: 300),
  ])
  func `what a log says stands there as it is`(text: String) throws {
    let (folder, path) = try SnapshotSample.written(SnapshotSample.content(text))
    defer { withExtendedLifetime(folder) {} }
    let database = try Database(path: path, mode: .readOnly)
    for column in [
      "messages.job_key", "campaigns.job_key", "networks.network_type", "brands.brand",
      "failures.reason_text", "daily.channel", "files.path",
      "findings.cause",
    ] {
      let table = String(column.prefix { $0 != "." })
      let rows = try database.prepare("SELECT count(*) FROM \(table) WHERE \(column) = ?1")
      rows.bind(text, at: 1)
      #expect(try rows.step())
      #expect(rows.integer(0) > 0, "\(column)")
    }
  }
}
