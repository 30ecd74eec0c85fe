import Engines
import Importing
import Ledger
import Loading
import ReceiptModel
import ReferenceLedger
import SQLite
import TestSupport
import Testing

/// From a log to a ledger by way of an engine: what it writes is what is loaded.
@Suite struct LoadedRunTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func ledger(_ name: String) throws -> LedgerWriter {
    try LedgerWriter.openForWriting(scratch.path(name))
  }

  @Test(arguments: seeds(0..<6 as Range<UInt64>))
  func `what an engine counted is loaded and answers as an import`(
    seed: UInt64
  ) throws {
    let log = try scratch.write(RandomLog(seed: seed, lines: 300).text, to: "log.jsonl")
    let imported = try ledger("imported.db")
    _ = try Importer(
      imported, settings: LedgerSettings(), options: ImportOptions(), clock: { Instant(milliseconds: 0) }
    ).run([ImportSource(argument: log)])

    let first = try #require(try imported.database.integer("SELECT min(hour_at) FROM hourly_events"))
    let last = try #require(try imported.database.integer("SELECT max(hour_at) FROM hourly_events"))
    let day: Int64 = 86_400_000
    let job = JobSettings(configuration: Configuration(), scope: first / day * day..<(last / day + 1) * day)
    _ = try SQLiteEngine(run: "r", settings: job, inputs: [log]).compute(into: scratch.path("sums"))

    let loaded = try ledger("loaded.db")
    let run = try SumsFolder(path: scratch.path("sums")).read()
    let days = try LoadRules(settings: LedgerSettings(), zone: .utc, mostRejects: .usual)
      .days(of: run.manifest, from: "sums")
    _ = try loaded.load(run, days: days, settings: LedgerSettings(), from: "sums")
    #expect(try loaded.verify() == [])
    let (left, right) = (
      try LedgerReader.openForReading(imported.path), try LedgerReader.openForReading(loaded.path)
    )
    for view in [
      "hourly", "hourly_app_versions", "hourly_os_versions", "hourly_latency", "hourly_failures",
      "hourly_events",
    ] {
      let sql = "SELECT * FROM \(view) ORDER BY 1, 2, 3, 4, 5"
      #expect(try left.table(sql) == right.table(sql), "\(view)")
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a job and a ledger name the same settings by the same digest`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    var configuration = Configuration()
    var settings = LedgerSettings()
    configuration.appKeys = (0..<Int.random(in: 0...3, using: &random)).map {
      KnownAppKey(key: "key-\($0 * 7 % 5)")
    }
    for name in ["apns", "fcm", "Huawei", "a b", "é"] where Bool.random(using: &random) {
      configuration.channels[name] = ChannelTable.Traits(
        arrivalIsDeviceEvidence: Bool.random(using: &random), measurable: Bool.random(using: &random),
        extensionReceipts: Bool.random(using: &random))
    }
    settings.appKeys = configuration.appKeys.map(\.key)
    let channels = configuration.channels.entries
    settings.gatewayArrivals = Set(channels.filter { !$0.value.arrivalIsDeviceEvidence }.keys)
    settings.unmeasurable = Set(channels.filter { !$0.value.measurable }.keys)
    settings.withoutReceipts = Set(channels.filter { !$0.value.extensionReceipts }.keys)
    #expect(JobSettings(configuration: configuration, scope: 0..<3_600_000).digest == settings.modelDigest)
  }
}
