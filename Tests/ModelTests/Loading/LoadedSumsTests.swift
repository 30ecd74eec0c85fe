import Ledger
import Loading
import ReceiptModel
import ReferenceLedger
import SQLite
import TestSupport
import Testing

/// What an engine counted stands in a ledger as if its log had been imported there.
@Suite struct LoadedSumsTests {
  @Test(arguments: seeds(0..<24)) func `a ledger of loaded days answers as one of the log`(seed: UInt64)
    throws
  {
    let days = try LoadedCase(seed: seed)
    let (loaded, outcome) = try days.load(into: days.empty())
    #expect(outcome == LoadOutcome())
    let wanted = try LedgerReader.openForReading(days.full().path)
    #expect(try LoadedCase.sums(loaded, days.cohorts) == LoadedCase.sums(wanted, days.cohorts))
    #expect(try loaded.verify() == [])
  }

  @Test(arguments: seeds(0..<24)) func `nothing is counted twice where a log was imported and loaded`(
    seed: UInt64
  ) throws {
    let days = try LoadedCase(seed: seed, isPart: true)
    let store = try days.full()
    let before = try LedgerReader.openForReading(store.path)
    let wanted = try LoadedCase.sums(before, days.cohorts)
    let fingerprint = try before.fingerprint()
    let (loaded, outcome) = try days.load(into: store)
    #expect(try LoadedCase.sums(loaded, days.cohorts) == wanted)
    let inside = try days.log.imported().database.integer(
      """
      SELECT count(*) FROM deliveries WHERE device_id <> ''
        AND coalesce(sent_at, send_failed_at, accepted_at) >= \(days.scope.lowerBound)
        AND coalesce(sent_at, send_failed_at, accepted_at) < \(days.scope.upperBound)
      """)
    #expect(outcome.uncounted == Int(inside ?? -1))
    #expect(try loaded.verify() == [])
    #expect(try loaded.fingerprint() == fingerprint)

    #expect(try store.removeLoads(in: days.scope).count == days.scope.count / 86_400_000)
    let after = try LedgerReader.openForReading(store.path)
    #expect(try LoadedCase.sums(after, days.cohorts) == wanted)
    #expect(try after.verify() == [])
    #expect(try after.fingerprint() == fingerprint)
  }

  @Test(arguments: 0..<8) func `loaded days answer and not what was imported of them`(seed: UInt64) throws {
    let days = try LoadedCase(seed: seed, isPart: true)
    // Of another log, whose days lie elsewhere or in part in the same ones.
    let other = try LoadedCase(seed: seed + 100)
    let store = try other.full()
    let (loaded, _) = try days.load(into: store)
    let (own, others) = (try days.log.imported().database, try other.log.imported().database)
    let inside = "hour_at >= \(days.scope.lowerBound) AND hour_at < \(days.scope.upperBound)"
    // What does not depend on settings, which differ.
    let plain = "deliveries, sent, acked"
    for (view, columns) in [
      ("hourly", "hour_at, app_key, channel, \(plain)"),
      ("hourly_app_versions", "hour_at, app_key, app_version, \(plain)"),
      ("hourly_os_versions", "hour_at, app_key, os_version, \(plain)"),
      ("hourly_latency", "*"), ("hourly_failures", "*"), ("hourly_events", "*"),
    ] {
      let wanted =
        try own.rows("SELECT \(columns) FROM \(view) WHERE \(inside)")
        + others.rows("SELECT \(columns) FROM \(view) WHERE NOT (\(inside))")
      #expect(try loaded.database.rows("SELECT \(columns) FROM \(view)") == wanted.sorted())
    }
  }

  @Test(arguments: 0..<6) func `nothing that was imported of loaded days is looked at one by one`(
    seed: UInt64
  ) throws {
    let days = try LoadedCase(seed: seed)
    let store = try days.full()
    func counts(_ store: LedgerReader) throws -> [Int] {
      let scope = days.cohorts
      let health = try store.health(scope)
      var devices = 0
      let pass = DeliveryPass(over: store)
      let byDevice = try pass.deliveriesByDevice(scope)
      try pass.run()
      try byDevice.take()({ _ in devices += 1 })
      return [
        try store.messageCells(scope).count, try store.mismatches(scope).count, devices,
        try store.flags(scope, includesSilent: true).count, health.repeats.count, health.unmatched.count,
        health.unknownTypes.count,
      ]
    }
    #expect(try counts(store).prefix(4).contains { $0 > 0 })
    let (loaded, _) = try days.load(into: store)
    #expect(try counts(loaded) == [0, 0, 0, 0, 0, 0, 0])
    #expect(try loaded.health(days.cohorts).summedDays.count == days.scope.count / 86_400_000)
  }

  @Test func `a reader that is open while the first days are loaded, or the last go, sees one state`() throws
  {
    let days = try LoadedCase(seed: 2)
    let store = try days.full()
    let reader = try LedgerReader.openForReading(store.path)
    let wanted = try LoadedCase.cells(reader.channelCells(days.cohorts))
    // A run that counts nothing, so that it can be told from the import.
    var read = try SumsFolder(path: days.run.path).read()
    for relation in LoadedRelation.allCases { read.rows[relation] = [] }
    for figure in LoadedManifest.Figure.allCases { read.manifest.counts[figure] = 0 }
    read.manifest.newest = nil
    let spans = days.cohorts.days.filter { days.scope.contains($0.start) }
    _ = try store.load(read, days: spans, settings: days.log.settings, from: "there")
    try reader.beginSnapshot()
    #expect(try reader.channelCells(days.cohorts).isEmpty)
    #expect(try reader.flagCounts(days.cohorts) == [])
    try reader.endSnapshot()
    _ = try store.removeLoads(in: days.scope)
    try reader.beginSnapshot()
    #expect(try LoadedCase.cells(reader.channelCells(days.cohorts)) == wanted)
  }

  @Test(arguments: 0..<6) func `the same hours loaded again take the place of the former`(seed: UInt64) throws
  {
    let days = try LoadedCase(seed: seed)
    let store = try days.empty()
    let wanted = try LoadedCase.sums(days.load(into: store).0, days.cohorts)
    let again = try LoadedCase(seed: seed)
    // A run that lost a channel's sums would count less; here it lost nothing but has another name.
    try again.run.change("manifest", "run-1", to: "run-2")
    let (loaded, outcome) = try again.load(into: store)
    #expect(outcome.replaced)
    let deliveries = try SumsFolder(path: days.run.path).read().manifest.counts[.deliveriesInScope]
    #expect(Int64(outcome.formerDeliveries) == deliveries)
    #expect(try LoadedCase.sums(loaded, days.cohorts) == wanted)
    #expect(try loaded.table("SELECT run FROM rollup_loads").rows == [[.text("run-2")]])
    #expect(try loaded.verify() == [])
  }

  @Test(arguments: 0..<6) func `days of a zone of whole hours are loaded, and read in another`(
    seed: UInt64
  ) throws {
    let shanghai = try #require(ReportZone(fixed: "+08:00"))
    let days = try LoadedCase(seed: seed, zone: shanghai)
    let (loaded, _) = try days.load(into: days.empty())
    let wanted = try LedgerReader.openForReading(days.full().path)
    #expect(try LoadedCase.sums(loaded, days.cohorts) == LoadedCase.sums(wanted, days.cohorts))
    var cohorts = days.cohorts
    cohorts.days = [
      DaySpan(name: "utc", start: days.scope.lowerBound + 3_600_000, end: days.scope.upperBound)
    ]
    #expect(
      try LoadedCase.cells(loaded.channelCells(cohorts)) == LoadedCase.cells(wanted.channelCells(cohorts)))
  }

  @Test(arguments: 0..<4) func `days of 23 and 25 hours are loaded`(seed: UInt64) throws {
    let first = try #require(ReceiptCase(seed: seed).events.map(\.timeMilliseconds).min())
    let day = first / 86_400_000 * 86_400
    for (winter, summer) in [(3_600, 7_200), (7_200, 3_600)] as [(Int64, Int64)] {
      let zone = ReportZone(
        name: "changing", firstOffset: winter, changes: [.init(from: day + 10_800, offset: summer)])
      let days = try LoadedCase(seed: seed, zone: zone)
      let (loaded, _) = try days.load(into: days.empty("\(winter).db"))
      let wanted = try LedgerReader.openForReading(days.full("\(winter)-full.db").path)
      #expect(try LoadedCase.sums(loaded, days.cohorts) == LoadedCase.sums(wanted, days.cohorts))
      #expect(Set(days.cohorts.days.map { ($0.end - $0.start) / 3_600_000 }) != [24])
    }
  }

  @Test func `a part of a loaded hour is refused with a word`() throws {
    let days = try LoadedCase(seed: 2)
    let (loaded, _) = try days.load(into: days.empty())
    var cohorts = days.cohorts
    cohorts.days = [
      DaySpan(name: "half", start: days.scope.lowerBound + 1_800_000, end: days.scope.upperBound)
    ]
    #expect(throws: LoadedSumsError.self) { try loaded.channelCells(cohorts) }
    cohorts = days.cohorts
    cohorts.asOf = days.scope.upperBound - 3_600_000
    #expect(throws: LoadedSumsError.self) { try loaded.versionCells(cohorts) }
    #expect(throws: LoadedSumsError.self) { try loaded.failureCells(cohorts) }
  }

  @Test func `now is not before receipts of loaded days have come in`() throws {
    let days = try LoadedCase(seed: 4)
    let (loaded, _) = try days.load(into: days.empty())
    #expect(try loaded.moment()?.milliseconds == days.scope.upperBound + days.log.settings.settle)
  }

  @Test func `other settings are refused while sums stand that cannot be counted again`() throws {
    let days = try LoadedCase(seed: 3)
    let store = try days.empty()
    try days.load(into: store)
    var settings = days.log.settings
    settings.settle += 1
    #expect(try store.adopt(settings))
    settings.ackTimeout += 1
    #expect(throws: LoadedSumsError.otherSettings(path: store.path, run: "run-1")) {
      try store.adopt(settings)
    }
    _ = try store.removeLoads(in: days.scope)
    #expect(try store.adopt(settings))
  }
}
