import Foundation
import Importing
import Ledger
import LogReading
import Mappings
import ReceiptModel
import Reporting
import Simulation
import TestSupport
import Testing

/// Logs whose truth is known: the ledger counts what the simulator planted.
@Suite struct SimulatedTruthTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func imported(_ scenario: Scenario) throws -> (store: LedgerWriter, truth: Truth) {
    var log: [UInt8] = []
    let truth = simulate(scenario, shape: .jsonLines) { log.append($0) }
    var options = ImportOptions()
    options.reading.mappings = { MappingCatalogue.all }
    let path = try folder.write(String(decoding: log, as: UTF8.self), to: "log.jsonl")
    return (try folder.ledger(importing: [path], options: options), truth)
  }

  private func small(_ seed: UInt64, defects: Set<Defect>) -> Scenario {
    var scenario = Scenario.small(seed: seed)
    // The truth leaves out deliveries without a device, of which nobody knows whether they are one.
    scenario.anonymous = 0
    scenario.defects = defects
    return scenario
  }

  /// Clean but for one defect, with enough opens to see it.
  private func imported(with defect: Defect) throws -> (store: LedgerWriter, planted: Truth.Planted) {
    var scenario = Scenario(seed: 7, events: 6_000).clean
    scenario.days = 4
    scenario.opens = 0.3
    scenario.defects = [defect]
    let (store, truth) = try imported(scenario)
    return (store, try #require(truth.defects.first))
  }

  @Test(arguments: [[], [Defect.clockSkew], Defect.allCases], [1, 2, 3] as [UInt64])
  func `every daily cell is the truth`(defects: [Defect], seed: UInt64) throws {
    try expectTruth(small(seed, defects: Set(defects)))
  }

  @Test(arguments: World.allCases.map { [$0] } + [Set(World.allCases)], [4, 5, 6] as [UInt64])
  func `every daily cell is the truth in every world`(worlds: Set<World>, seed: UInt64) throws {
    try expectTruth(small(seed, defects: []).inWorlds(worlds))
  }

  private func expectTruth(_ scenario: Scenario) throws {
    let (store, truth) = try imported(scenario)
    let asOf = try #require(try store.moment()).milliseconds
    let scope = try store.scope(in: .utc, asOf: asOf)
    let daily = DataSet.daily(try store.channelCells(scope), scope)
    let names = daily.columns.map(\.column.name)
    func value(_ name: String, _ row: [Cell]) throws -> String {
      row[try #require(names.firstIndex(of: name))].plain
    }
    var found: [String: [String]] = [:]
    for row in try daily.rows.all() {
      let key = try ["day", "app_key", "channel"].map { try value($0, row) }.joined(separator: " ")
      found[key] = try Self.counts.map { try value($0.name, row) }
    }
    var expected: [String: [String]] = [:]
    for (cell, counts) in truth.cells {
      expected["\(cell.day) \(cell.appKey) \(cell.channel.name)"] = Self.counts.map {
        String(counts[keyPath: $0.count])
      }
    }
    #expect(found == expected)
    let status = try store.status()
    #expect(status.events == truth.totals.events)
    #expect(status.deliveries == truth.totals.deliveries)
    #expect(status.counts.duplicate >= truth.totals.duplicateLines)
  }

  private static let counts: [(name: String, count: any KeyPath<Truth.Counts, Int> & Sendable)] = [
    ("sent", \.sent), ("send_failed", \.sendFailed), ("arrived", \.arrived), ("ack_eligible", \.ackEligible),
    ("acked", \.acked), ("opened", \.opened), ("dismissed", \.dismissed), ("confirmed", \.confirmed),
    ("opened_unacked", \.openedUnacked), ("app_key_mismatch", \.appKeyMismatch),
  ]

  @Test func `a leaking AppKey shows as mismatches under the foreign key`() throws {
    let (store, planted) = try imported(with: .leakingAppKey)
    let foreign = try #require(planted.site.foreignKey)
    let flags = try store.table(
      "SELECT app_key, detail, count(*) FROM flags WHERE flag = 'app_key_mismatch' GROUP BY 1, 2")
    #expect(planted.visible > 0)
    #expect(
      flags.rows.map { $0.map(\.plain) } == [
        ["\(foreign)", "\(try #require(planted.site.appKey))", "\(planted.visible)"]
      ])
  }

  @Test func `a clock that is behind shows as skew`() throws {
    let (store, planted) = try imported(with: .clockSkew)
    let flags = try store.table("SELECT count(*) FROM flags WHERE flag = 'clock_skew'")
    #expect(planted.visible > 0)
    #expect(flags.rows.first?.first?.plain == "\(planted.visible)")
  }

  @Test func `an extension that times out shows as timeouts of its version`() throws {
    let (store, planted) = try imported(with: .extensionTimeout)
    let table = try store.table(
      """
      SELECT d.app_key = '\(try #require(planted.site.appKey))' AND d.app_version = '\(try #require(planted.site.version))',
        sum(d.acked_at IS NULL OR d.acked_at - d.sent_at > 30000), count(f.flag), count(*)
      FROM deliveries AS d LEFT JOIN flags AS f
        ON f.flag = 'ack_timeout' AND f.app_key = d.app_key AND f.message_id = d.message_id AND f.device_id = d.device_id
      WHERE d.ack_eligible AND d.sent_at IS NOT NULL AND d.sent_at + 900000 <= \(try #require(try store.moment()).milliseconds)
      GROUP BY 1 ORDER BY 1
      """)
    let rows = table.rows.map { $0.compactMap { Int($0.plain) } }
    let (others, version) = (try #require(rows.first), try #require(rows.last))
    #expect(version[1] == version[2])
    #expect(others[1] == others[2])
    #expect(planted.affected > 0)
    // Four in five of the deliveries that it touched.
    #expect(Double(version[2]) >= 0.7 * Double(planted.affected))
    // Elsewhere a push is unanswered too, where the device is off; here a quarter more often at least.
    #expect(4 * version[2] * others[3] > 5 * others[2] * version[3])
  }

  @Test func `a silent AppKey shows as opens without acks from its day on`() throws {
    let (store, planted) = try imported(with: .silentAppKey)
    let table = try store.table(
      """
      SELECT count(*), count(acked_at), count(opened_at), sum(opened_at IS NOT NULL AND ack_eligible AND acked_at IS NULL)
      FROM deliveries WHERE app_key = '\(try #require(planted.site.appKey))'
        AND app_version = '\(try #require(planted.site.version))' AND sent_at >= \(planted.site.since.milliseconds)
      """)
    let counts = try #require(table.rows.first).compactMap { Int($0.plain) }
    #expect(counts[0] == planted.affected)
    #expect(counts[1] == 0)
    #expect(counts[2] > 0)
    #expect(counts[3] == counts[2])
    let asOf = try #require(try store.moment()).milliseconds
    let scope = try store.scope(in: .utc, asOf: asOf)
    let versions = DataSet.appVersions(try store.versionCells(scope), scope)
    let names = versions.columns.map(\.column.name)
    let since = ReportZone.utc.day(of: planted.site.since).description
    var openedUnacked = 0
    for row in try versions.rows.all().map({ Dictionary(uniqueKeysWithValues: zip(names, $0.map(\.plain))) })
    where row["app_version"] == planted.site.version?.description
      && row["app_key"] == planted.site.appKey.map({ "\($0)" }) && (row["day"] ?? "") >= since
    { openedUnacked += Int(row["opened_unacked"] ?? "") ?? 0 }
    #expect(openedUnacked == counts[2])
  }
}
