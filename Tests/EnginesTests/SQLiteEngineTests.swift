import Engines
import Foundation
import Importing
import Ledger
import LogReading
import ReceiptModel
import ReferenceLedger
import SQLite
import TestSupport
import Testing

/// The engine in this program against the importer: the same files, read and counted in two ways.
@Suite struct SQLiteEngineTests {
  private static let day: Int64 = 86_400_000
  /// 2026-09-21 and what is around it: the days of random logs.
  private static let scope = 1_789_430_400_000 / day * day..<1_790_985_600_000 / day * day

  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// What an import of the same files gives.
  private func ledger(_ files: [String]) throws -> LedgerWriter {
    let store = try LedgerWriter.openForWriting(scratch.path("a.db"))
    var options = ImportOptions()
    options.reading.isFinal = true
    _ = try Importer(
      store, settings: LedgerSettings(), options: options, clock: { Instant(milliseconds: 0) }
    ).run(files.map { ImportSource(argument: $0) })
    return store
  }

  private func settings(_ scope: Range<Int64> = scope) -> JobSettings {
    JobSettings(configuration: Configuration(), scope: scope)
  }

  private func compute(_ inputs: [String], _ settings: JobSettings) throws -> (EngineManifest, String) {
    let output = scratch.path("sums")
    return (try SQLiteEngine(run: "r", settings: settings, inputs: inputs).compute(into: output), output)
  }

  private func expectTheLedgersSums(in folder: String, _ store: LedgerWriter, _ scope: Range<Int64>) throws {
    let hours = scope.lowerBound / 3_600_000..<scope.upperBound / 3_600_000
    for (relation, wanted) in try LedgerSums.rows(store, in: hours) {
      #expect(try RunRows(relation, in: folder) == wanted, "\(relation)")
    }
  }

  @Test(arguments: seeds(0..<9 as Range<UInt64>)) func `every cell is that of an import`(seed: UInt64) throws
  {
    let log = try scratch.write(RandomLog(seed: seed, lines: 400).text, to: "log.jsonl")
    let (manifest, folder) = try compute([log], settings())
    #expect(manifest.counts["lines"] == 400 && manifest.counts["event_lines"] == 400)
    try expectTheLedgersSums(in: folder, ledger([log]), Self.scope)
  }

  @Test func `days within a log are those of an import`() throws {
    let log = try scratch.write(RandomLog(seed: 77, lines: 600).text, to: "log.jsonl")
    let store = try ledger([log])
    let first =
      try #require(try store.database.integer("SELECT min(hour_at) FROM hourly")) / Self.day * Self.day
    let scope = first..<first + Self.day
    try expectTheLedgersSums(in: compute([log], settings(scope)).1, store, scope)
  }

  @Test(.enabled(if: Samples.folder != nil, Comment(rawValue: Samples.skipped)))
  func `sample logs of JSON lines are those of an import`() throws {
    for file in Samples.files(of: "documented") + Samples.files(of: "synthetic")
    where file.pathExtension == "jsonl" {
      let inner = try SQLiteEngineTests()
      guard let (_, folder) = try? inner.compute([file.path], settings()) else { continue }
      try inner.expectTheLedgersSums(in: folder, inner.ledger([file.path]), Self.scope)
    }
  }

  @Test func `lines are accounted for by what became of them`() throws {
    let event =
      #"{"app_key":"a","message_id":"m","device_id":"d","event_type":"sent","event_time":"1790000000000"}"#
    let lines = [
      event, "", event.replacing("1790000000000", with: "soon"), #"{"app_key":"a"}"#, "{", "5", event + " x",
      event.replacing("\"a\"", with: "1.5"), event,
    ]
    let log = try scratch.write(lines.joined(separator: "\n"), to: "log.jsonl")
    let (manifest, folder) = try compute([log], settings())
    let counts = EngineManifest.lineCounts.map { manifest.counts[$0] }
    #expect(counts == [9, 2, 3, 3, 1])
    #expect(
      try RunRows(.rejectedReason, in: folder).rows == [
        #"{"lines":1,"reason":"bad-time"}"#, #"{"lines":1,"reason":"bad-type"}"#,
        #"{"lines":1,"reason":"missing-field"}"#,
      ])
  }

  @Test func `a folder is read without what begins with a dot or an underscore`() throws {
    for name in [
      "logs/a.jsonl", "logs/b/c.jsonl", "logs/_temporary/d.jsonl", "logs/.e.jsonl", "logs/_SUCCESS",
    ] {
      try scratch.write(Self.event, to: name)
    }
    #expect(try compute([scratch.path("logs")], settings()).0.counts["lines"] == 2)
  }

  private static let event =
    #"{"app_key":"a","message_id":"m","device_id":"d","event_type":"sent","event_time":"1790000000000"}"#
    + "\n"

  @Test func `a folder is read whose name is that of another and an underscore`() throws {
    for name in ["logs/a.jsonl", "logs_old/b.jsonl", "logs/_more/c.jsonl"] {
      try scratch.write(Self.event, to: name)
    }
    let inputs = ["logs", "logs_old", "logs/_more"].map(scratch.path)
    #expect(try compute(inputs, settings()).0.counts["lines"] == 3)
  }

  @Test func `a file that is named in several ways is read once`() throws {
    let log = try scratch.write(Self.event, to: "logs/a.jsonl")
    try FileManager.default.createSymbolicLink(atPath: scratch.path("link"), withDestinationPath: log)
    let inputs = ["logs", "logs/a.jsonl", "logs/./a.jsonl", "logs/", "link"].map(scratch.path)
    #expect(try compute(inputs, settings()).0.counts["lines"] == 1)
  }

  @Test func `a run is for its owner and group, and its events for the owner only`() throws {
    let log = try scratch.write(RandomLog(seed: 1, lines: 50).text, to: "log.jsonl")
    var seen: Set<Int> = []
    var engine = SQLiteEngine(run: "r", settings: settings(), inputs: [log])
    engine.onProgress = { _ in
      for name in (try? scratch.names()) ?? [] where name.hasPrefix("sums.unfinished-") {
        for path in [name, "\(name)/_events.db"] { seen.insert(permissions(of: scratch.path(path))) }
      }
    }
    _ = try engine.compute(into: scratch.path("sums"))
    #expect(seen == [0o700, 0o600])
    // Other tests make the umask stricter for moments, for the whole process.
    for (name, most) in [("", 0o750), ("/channel_hour", 0o750), ("/channel_hour/part-00000.json", 0o640)] {
      #expect(permissions(of: scratch.path("sums" + name)) | most == most, "\(name)")
    }
  }

  @Test func `nothing is left of a run that cannot read its input to the end`() throws {
    let log = try scratch.write("\u{1F}\u{8B}", to: "log.jsonl.gz")
    try scratch.write(Data([0x1F, 0x8B, 8, 0, 0]), to: "log.jsonl.gz")
    let error = #expect(throws: EngineError.self) { try compute([log], settings()) }
    #expect(error?.kind == .inputUnusable)
    #expect(try scratch.names() == ["log.jsonl.gz"])
  }

  @Test func `a folder that is there is not written to`() throws {
    let log = try scratch.write(RandomLog(seed: 1, lines: 5).text, to: "log.jsonl")
    try scratch.write("mine", to: "sums/mine.txt")
    let error = #expect(throws: EngineError.self) { try compute([log], settings()) }
    #expect(error?.kind == .cannotWrite)
    #expect(try scratch.names() == ["log.jsonl", "sums"])
  }

  @Test func `an interrupt leaves nothing`() throws {
    let log = try scratch.write(RandomLog(seed: 1, lines: 5).text, to: "log.jsonl")
    var engine = SQLiteEngine(run: "r", settings: settings(), inputs: [log])
    engine.shouldStop = { true }
    let error = #expect(throws: EngineError.self) { try engine.compute(into: scratch.path("sums")) }
    #expect(error?.kind == .interrupted)
    #expect(try scratch.names() == ["log.jsonl"])
  }

  @Test func `a path that leads nowhere is told`() throws {
    let error = #expect(throws: EngineError.self) { try compute([scratch.path("no.jsonl")], settings()) }
    #expect(error?.kind == .inputMissing)
  }
}
