import Foundation
import Prose
import ReceiptModel
import ReferenceLedger
import TestSupport
import Testing

@testable import Engines

/// DuckDB that fails in each of its ways, and the real one, whose sums are those of SQLite.
@Suite struct DuckDBEngineTests {
  private static let day: Int64 = 86_400_000
  /// 2026-09-21 and what is around it: the days of random logs.
  private static let settings = JobSettings(
    configuration: Configuration(), scope: 1_789_430_400_000 / day * day..<1_790_985_600_000 / day * day)

  private func compute(
    _ duckDB: FakeDuckDB, _ change: (inout DuckDBEngine) -> Void = { _ in }
  ) throws -> EngineManifest {
    let log = try duckDB.scratch.write("", to: "log.jsonl")
    var engine = DuckDBEngine(
      run: "r", settings: Self.settings, inputs: [log], environment: duckDB.environment)
    change(&engine)
    return try engine.compute(into: duckDB.scratch.path("sums"))
  }

  private func failure(
    of script: String, version: String = "v1.5.6", keepsLog: Bool = true,
    _ change: (inout DuckDBEngine) -> Void = { _ in }, _ location: SourceLocation = #_sourceLocation
  ) throws -> EngineError? {
    let duckDB = try FakeDuckDB(version: version, script: script)
    let error = #expect(throws: EngineError.self, sourceLocation: location) { try compute(duckDB, change) }
    let left = try duckDB.scratch.names().filter { $0.hasPrefix("sums") }
    #expect(left == (keepsLog ? ["sums.log"] : []), sourceLocation: location)
    return error
  }

  @Test(
    .enabled(if: RealDuckDB.folder != nil, Comment(rawValue: RealDuckDB.skipped)),
    arguments: seeds(0..<6 as Range<UInt64>)
  ) func `every row is that of SQLite`(seed: UInt64) throws {
    let scratch = try ScratchFolder()
    let log = try scratch.write(
      RandomLog(seed: seed, lines: 400).text + "\n{\n{\"app_key\":1}\n\n", to: "log.jsonl")
    _ = try SQLiteEngine(run: "r", settings: Self.settings, inputs: [log]).compute(into: scratch.path("a"))
    _ = try DuckDBEngine(
      run: "r", settings: Self.settings, inputs: [log], environment: RealDuckDB.environment
    ).compute(into: scratch.path("b"))
    for relation in Relation.allCases where relation != .manifest {
      let (wanted, found) = (
        try RunRows(relation, in: scratch.path("a")), try RunRows(relation, in: scratch.path("b"))
      )
      #expect(found == wanted, "\(relation)")
      #expect(try scratch.names(in: "b/\(relation.rawValue)") == ["_SUCCESS", RowFile.part])
    }
    #expect(try manifest(scratch.path("b")) == manifest(scratch.path("a")))
    #expect(
      try scratch.names(in: "b")
        == (["_duckdb.log", "_job.sql"] + Relation.allCases.map(\.rawValue)).sorted())
  }

  /// The manifest without the engine's name and version.
  private func manifest(_ folder: String) throws -> String {
    let row = try #require(try RunRows(.manifest, in: folder).rows.first)
    return row.replacing(#/"engine(_version)?":"[^"]*",/#, with: "")
  }

  @Test(
    .enabled(if: RealDuckDB.folder != nil, Comment(rawValue: RealDuckDB.skipped)))
  func `texts that mean something to others reach the sums as they are`() throws {
    let scratch = try ScratchFolder()
    let channels = [
      "it's", "a\"b", "\\n", "華為", "${HOME}", "NULL", "2026-09-21", "1e5", "true", ".quit", "{}", "[1]",
    ]
    let lines = try channels.map { channel in
      let event = [
        "app_key": "a", "message_id": "m", "device_id": channel, "event_type": "sent",
        "event_channel": channel,
        "event_time": "1790000000000",
      ]
      return String(decoding: try JSONEncoder().encode(event), as: UTF8.self)
    }
    let log = try scratch.write(lines.joined(separator: "\n"), to: "log.jsonl")
    var configuration = Configuration()
    configuration.appKeys = (channels + ["\n.shell touch gone", "a\0b", "\r\n"]).map { KnownAppKey(key: $0) }
    let settings = JobSettings(configuration: configuration, scope: Self.settings.scope)
    let output = scratch.path("it's a \"b\" \\ ${x} 華")
    _ = try DuckDBEngine(run: "r", settings: settings, inputs: [log], environment: RealDuckDB.environment)
      .compute(into: output)
    _ = try SQLiteEngine(run: "r", settings: settings, inputs: [log]).compute(into: scratch.path("a"))
    #expect(try RunRows(.channelHour, in: output) == RunRows(.channelHour, in: scratch.path("a")))
    #expect(try RunRows(.channelHour, in: output).rows.count == channels.count)
  }

  @Test func `a run that ends well has its folder, with the job and the log in it`() throws {
    let duckDB = try FakeDuckDB(script: "echo hello; mkdir _spill; " + FakeDuckDB.writesEmpty)
    #expect(try compute(duckDB).engineVersion == "1.5.6")
    let log = try String(contentsOfFile: duckDB.scratch.path("sums/_duckdb.log"), encoding: .utf8)
    #expect(log == "hello\n")
    let words = try String(contentsOfFile: duckDB.scratch.path("sums/_words"), encoding: .utf8)
    #expect(words == "-init /dev/null -batch -bail -no-stdin -f _job.sql\n")
    #expect(
      try duckDB.scratch.names(in: "sums")
        == (["_duckdb.log", "_job.sql", "_words"] + Relation.allCases.map(\.rawValue)).sorted())
  }

  @Test func `what is handed over is for the owner only, and the sums are for the group, too`() throws {
    let looks = "umask 022; stat -c %a . _event/part-00000.json _line_count/part-00000.json; "
    let duckDB = try FakeDuckDB(script: looks + FakeDuckDB.writesEmpty)
    _ = try compute(duckDB)
    let log = try String(contentsOfFile: duckDB.scratch.path("sums/_duckdb.log"), encoding: .utf8)
    #expect(log == "700\n600\n600\n")
    #expect(permissions(of: duckDB.scratch.path("sums/manifest/part-00000.json")) == 0o640)
  }

  @Test func `without DuckDB, or with one too old, nothing is begun`() throws {
    for version in ["v1.3.2 0b83e5d2f6", "v0.10.0", "bash: no such thing", ""] {
      #expect(try failure(of: "exit 0", version: version, keepsLog: false)?.kind == .engineMissing)
    }
    let error = try failure(of: "exit 0", keepsLog: false) { engine in
      engine = DuckDBEngine(
        run: "r", settings: Self.settings, inputs: engine.inputs, environment: ["PATH": "/no"])
    }
    #expect(error?.message.told() == "there is no duckdb in the search path")
  }

  @Test(arguments: [
    ("echo 'Binder Error: what'; exit 1", "DuckDB failed (exit code 1)\n  Binder Error: what"),
    ("echo 'Out of Memory Error: failed'; exit 1", "DuckDB ran out of memory (exit code 1)\n  Out of Memory"),
    ("kill -9 $$", "DuckDB was killed (exit code 137)"),
    ("exit 143", "DuckDB was told to end (exit code 143)"),
  ]) func `how DuckDB ended is told in words`(script: String, words: String) throws {
    let error = try failure(of: script)
    #expect(error?.kind == .engineFailed)
    #expect(error?.message.told().hasPrefix(words) == true, "\(error?.message.told() ?? "")")
  }

  @Test func `a full disk is told as one, and a program that does not start as missing`() throws {
    let full = try failure(of: "echo 'IO Error: Could not write: No space left on device'; exit 1")
    #expect(full?.kind == .diskFull)
    #expect(try failure(of: "exit 127")?.kind == .engineMissing)
  }

  @Test func `an exit code of 0 without a result is a failure`() throws {
    _ = try failure(of: "exit 0")
    let error = try failure(of: FakeDuckDB.writesEmpty.replacing("\"lines\":0", with: "\"lines\":1"))
    #expect(error?.message.told() == "the engine's counts of lines do not add up")
    #expect(error?.advice?.told().hasSuffix("sums.log") == true)
  }

  @Test func `DuckDB that takes too long is ended, and an interrupt reaches it`() throws {
    let error = try failure(of: "exec sleep 1000") { $0.timeout = .milliseconds(200) }
    #expect(error?.message.told().hasPrefix("DuckDB was ended after 0 s") == true)
    let place = try ScratchFolder()
    let mark = place.path("begun")
    let interrupted = try failure(of: ": > '\(mark)'; exec sleep 1000") { engine in
      engine.shouldStop = { FileManager.default.fileExists(atPath: mark) }
    }
    #expect(interrupted?.kind == .interrupted)
  }
}
