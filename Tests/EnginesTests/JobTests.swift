import Assets
import Digest
import Foundation
import ReceiptModel
import Testing

@testable import Engines

/// The text of jobs, so that a change of what engines are told is seen in a review; of the model, which is kept elsewhere,
/// only where each of its files stands.
///
/// `RECORD=1 swift test --filter JobTests` makes what comes out the expectation; then read the `git diff`.
@Suite struct JobTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

  private var settings: JobSettings {
    var configuration = Configuration()
    configuration.appKeys = [KnownAppKey(key: "333526247"), KnownAppKey(key: "it's")]
    return JobSettings(configuration: configuration, scope: 1_789_948_800_000..<1_790_035_200_000)
  }

  private func expect(_ text: String, toBe name: String) throws {
    let text = ModelQuery.all.reduce(text) { rest, query in
      #expect(rest.ranges(of: query.text).count == 1, "\(query)")
      return rest.replacing(query.text, with: "-- queries/model/\(query.name).sql\n")
    }
    let file = Self.folder.appending(path: name)
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    #expect(text == (try String(contentsOf: file, encoding: .utf8)))
  }

  @Test func `a job of Spark is as recorded`() throws {
    let job = SparkJob(
      run: "2026-09-21..2026-09-21-spark", settings: settings,
      inputs: ["oss://bucket/push/dt=2026-09-2*", "file:/logs/it's ${x}.jsonl"], output: "oss://bucket/sums")
    try expect(job.text, toBe: "spark.sql")
  }

  @Test func `a job of SQLite is as recorded`() throws {
    try expect(SQLiteJob(run: "2026-09-21..2026-09-21-sqlite", settings: settings).text, toBe: "sqlite.sql")
  }

  @Test func `a job of DuckDB is as recorded`() throws {
    try expect(DuckDBJob(run: "2026-09-21..2026-09-21-duckdb", settings: settings).text, toBe: "duckdb.sql")
  }

  @Test func `whatever a path is, a job of Spark is plain ASCII in which nothing is replaced`() {
    let job = SparkJob(
      run: "r", settings: settings, inputs: ["file:/a';DROP TABLE x;--\\${env:HOME}\n華"], output: "file:/b'\\"
    )
    #expect(
      job.text.allSatisfy { $0.isASCII } && !job.text.contains("${") && !job.text.contains("DROP TABLE x;"))
  }

  @Test func `the digest of settings is that of their lines, in the order of their bytes`() {
    var configuration = Configuration()
    configuration.appKeys = ["b", "e\u{301}", "é", "a", "b"].map { KnownAppKey(key: $0) }
    let settings = JobSettings(configuration: configuration, scope: 0..<3_600_000)
    let channels = [
      "airship\t0\t0\t0", "apns\t0\t1\t1", "braze\t0\t0\t0", "expo\t0\t0\t0", "fcm\t0\t0\t1", "gcm\t0\t0\t1",
      "getui\t1\t0\t0", "onesignal\t1\t0\t0", "pinpoint\t1\t0\t0", "salesforce\t1\t0\t0",
      "tencent-chat\t1\t0\t0",
    ]
    let lines = ["a", "b", "e\u{301}", "é"].map { "app\t\($0)\n" } + channels.map { "channel\t\($0)\n" }
    #expect(settings.digest == SHA256.hex(Array(lines.joined().utf8).span))
    #expect(settings.appKeys.count == 4)
  }
}
