import Importing
import Ledger
import LogReading
import ReceiptModel
import ReferenceLedger
import Reporting
import Simulation
import TestSupport
import Testing

/// The product and a reference that was written from the definitions alone, on the same random logs.
@Suite struct LedgerAgainstReferenceTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Short stories, and a simulated log in some worlds.
  private func log(_ seed: UInt64) -> RandomLog {
    var scenario = Scenario.small(seed: seed)
    scenario.events = 150
    var bytes: [UInt8] = []
    _ = simulate(scenario.inWorlds(World.drawn(seed)), shape: .jsonLines) { bytes.append($0) }
    return RandomLog(RandomLog(seed: seed, lines: 250), and: bytes.lines)
  }

  private func imported(_ log: RandomLog, keepsNetworks: Bool = false) throws -> LedgerWriter {
    var options = ImportOptions()
    options.reading.keepsClientNetworks = keepsNetworks
    for (name, kind) in ReferenceParser.aliasesOfEveryKind {
      options.reading.aliases[name] = EventKind(name: kind)
    }
    return try folder.ledger(importing: [try folder.write(log.text, to: "log.jsonl")], options: options)
  }

  private func reference(_ log: RandomLog, keepsNetworks: Bool = false) throws -> ReferenceLedger {
    let parser = ReferenceParser(
      aliases: ReferenceParser.aliasesOfEveryKind, keepsClientNetworks: keepsNetworks)
    return ReferenceLedger(try parser.events(in: log.text))
  }

  @Test(arguments: seeds(0..<40))
  func `every cell of every view and data set agrees, and every flag`(seed: UInt64) throws {
    let log = log(seed)
    let (store, reference) = (try imported(log), try reference(log))
    #expect(try store.verify() == [])
    try expectViews(of: store, reference)
    try expectFlags(of: store, reference)
    try expectDataSets(of: store, reference)
  }

  @Test(arguments: seeds(0..<15))
  func `with the networks of devices every cell of every view agrees`(seed: UInt64) throws {
    let log = log(seed)
    let store = try imported(log, keepsNetworks: true)
    #expect(try store.verify() == [])
    try expectViews(of: store, reference(log, keepsNetworks: true))
  }

  private func expectViews(of store: LedgerWriter, _ reference: ReferenceLedger) throws {
    for (view, expected) in [
      ("deliveries", reference.deliveries), ("events", reference.events), ("messages", reference.messages),
    ] {
      let keys = (1...expected.keyCount).map(String.init).joined(separator: ", ")
      let table = try store.table(
        "SELECT \(expected.header.joined(separator: ", ")) FROM \(view) ORDER BY \(keys)")
      #expect(
        expected.differences(from: table.columns.map(\.name), rows: table.rows.map { $0.map(\.plain) }) == [],
        "\(view)")
    }
  }

  private func expectFlags(of store: LedgerWriter, _ reference: ReferenceLedger) throws {
    // As-of times at the end, and in the middle where only some deliveries are settled.
    let newest = try #require(reference.newestMilliseconds)
    for asOf in [newest, newest - 20 * 3_600_000, newest - 31 * 3_600_000 - 7_000] {
      let scope = store.wholeScope(asOf: asOf)
      let expected = reference.flags(asOf: asOf)
      let rows = try store.flags(scope, includesSilent: true).elements().map { $0.cells.map(\.plain) }
      #expect(expected.differences(from: expected.header, rows: rows) == [])
    }
  }

  /// In zones of whole, half and quarter hours.
  private func expectDataSets(of store: LedgerWriter, _ reference: ReferenceLedger) throws {
    let newest = try #require(reference.newestMilliseconds)
    for (offset, asOf) in [
      (0, newest), (480, newest - 20 * 3_600_000), (330, newest), (-225, newest - 31 * 3_600_000 - 7_000),
    ] {
      let zone = ReportZone(name: "test", firstOffset: Int64(offset * 60), changes: [])
      let scope = try store.scope(in: zone, asOf: asOf)
      let hours = scope.hours(in: zone)
      let channels = try store.channelCells(scope)
      let pairs: [(DataSet, ReferenceTable)] = [
        (.daily(channels, scope), reference.daily(asOf: asOf, offsetMinutes: offset)),
        (
          .appVersions(try store.versionCells(scope), scope),
          reference.appVersions(asOf: asOf, offsetMinutes: offset)
        ),
        (.failures(try store.failureCells(scope), scope), reference.failures(offsetMinutes: offset)),
        (.latency(channels, scope), reference.latency(offsetMinutes: offset)),
        (.hourly(try store.channelSeries(hours), hours), reference.hourly(asOf: asOf, offsetMinutes: offset)),
        (
          .parts(.campaigns, try store.dayCells(by: .job, scope), scope),
          reference.parts("job_key", asOf: asOf, offsetMinutes: offset)
        ),
        (
          .parts(.networks, try store.dayCells(by: .networkType, scope), scope),
          reference.parts("network_type", asOf: asOf, offsetMinutes: offset)
        ),
        (
          .parts(.brands, try store.dayCells(by: .brand, scope), scope),
          reference.parts("brand", asOf: asOf, offsetMinutes: offset)
        ),
      ]
      for (dataSet, expected) in pairs {
        let differences = try expected.differences(
          from: dataSet.columns.map(\.column.name),
          rows: dataSet.rows.all().map { zip(dataSet.columns, $0).map { $1.csv($0.column) } })
        #expect(differences == [], "\(dataSet.name), \(offset) minutes")
      }
    }
  }

  @Test(arguments: seeds(0..<20))
  func `deliveries, flags and data sets agree where payloads forbid receipts`(seed: UInt64) throws {
    let log = log(seed)
    let store = try imported(log)
    let events = try ReferenceParser(aliases: ReferenceParser.aliasesOfEveryKind).events(in: log.text)
    var random = SeededGenerator(seed: seed)
    let pairs = Set(events.map { [$0.appKey, $0.messageID] })
      .sorted { $0.joined(separator: "\n") < $1.joined(separator: "\n") }
    let unackable = Set(pairs.filter { _ in Bool.random(using: &random) })
    var batch = EventBatch(capacity: 64)
    batch.notes = pairs.map { pair in
      let lint: PayloadLint = unackable.contains(pair) ? .mutableContentMisspelt : .customInsideAps
      return LineNote(.payload(PayloadNote(app: pair[0], message: pair[1], lint: lint, bytes: 9)), line: 0)
    }
    _ = try BatchCommitter(store, settings: LedgerSettings()).commit(
      batch, files: [], clock: Instant(milliseconds: 0))
    #expect(try store.verify() == [])
    let reference = ReferenceLedger(events, unackable: unackable)
    let newest = try #require(reference.newestMilliseconds)
    let deliveries = reference.deliveries
    let table = try store.table(
      "SELECT \(deliveries.header.joined(separator: ", ")) FROM deliveries ORDER BY 1, 2, 3")
    #expect(
      deliveries.differences(
        from: table.columns.map(\.name), rows: table.rows.map { $0.map(\.plain) }) == [])
    let flags = reference.flags(asOf: newest)
    let flagged = try store.flags(store.wholeScope(asOf: newest), includesSilent: true).elements()
    #expect(flags.differences(from: flags.header, rows: flagged.map { $0.cells.map(\.plain) }) == [])
    let zone = ReportZone(name: "test", firstOffset: 330 * 60, changes: [])
    let scope = try store.scope(in: zone, asOf: newest)
    for (dataSet, expected) in [
      (
        DataSet.daily(try store.channelCells(scope), scope), reference.daily(asOf: newest, offsetMinutes: 330)
      ),
      (
        DataSet.appVersions(try store.versionCells(scope), scope),
        reference.appVersions(asOf: newest, offsetMinutes: 330)
      ),
    ] {
      let differences = try expected.differences(
        from: dataSet.columns.map(\.column.name),
        rows: dataSet.rows.all().map { zip(dataSet.columns, $0).map { $1.csv($0.column) } })
      #expect(differences == [], "\(dataSet.name)")
    }
  }
}
