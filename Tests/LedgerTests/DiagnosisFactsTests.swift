import Foundation
import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// What the diagnosis is told, compared with plain questions to the public views.
struct DiagnosisFactsTests {
  private static let start: Int64 = 1_790_000_000_000
  private static let window = start..<start + 3_600_000

  private static func scope(appKeys: [String] = []) -> CohortScope {
    CohortScope(
      days: [DaySpan(name: "d", start: window.lowerBound, end: window.upperBound)], appKeys: appKeys,
      asOf: window.upperBound, settle: 900_000)
  }

  private static func ledger(_ seed: UInt64, in folder: ScratchFolder) throws -> LedgerWriter {
    let store = try LedgerWriter.openForWriting(folder.path("l.db"))
    let writer = try BatchCommitter(store, settings: LedgerSettings())
    var batch = EventBatch(capacity: 4096)
    for event in randomEvents(1500, messages: 12, seed: seed) { batch.append(event) }
    _ = try writer.commit(batch.sorted(), files: [], clock: Instant(milliseconds: 0))
    return store
  }

  private func rows(_ store: LedgerWriter, _ sql: String) throws -> [[String]] {
    let statement = try store.database.prepare(sql)
    var rows: [[String]] = []
    while try statement.step() { rows.append((0..<statement.columnCount).map { statement.text($0) }) }
    return rows
  }

  /// Pushes of two AppKeys, of which the second has no ack at all, and of the first some messages have none.
  private static func unacked(
    _ random: inout SeededGenerator, in folder: ScratchFolder
  ) throws -> LedgerWriter {
    let store = try LedgerWriter.openForWriting(folder.path("u.db"))
    let writer = try BatchCommitter(store, settings: LedgerSettings())
    var batch = EventBatch(capacity: 4096)
    let rate = Double.random(in: 0.05...0.9, using: &random)
    for message in 0..<20 {
      let isSilent = Bool.random(using: &random)
      for device in 0..<Int.random(in: 1...60, using: &random) {
        for app in ["1", "2"] {
          let isAcked = app == "1" && !isSilent && Double.random(in: 0..<1, using: &random) < rate
          for kind in isAcked ? [EventKind.sent, .extAck] : [.sent] {
            batch.append(
              PlainEvent(
                app: app, message: "m\(message)", device: "d\(device)", kind: kind,
                time: start + Int64(device) + (kind == .sent ? 0 : 900),
                attributes: [.platform: "iOS", .channel: "apns"]))
          }
        }
      }
    }
    _ = try writer.commit(batch.sorted(), files: [], clock: Instant(milliseconds: 0))
    return store
  }

  @Test(arguments: seeds(0..<30 as Range<UInt64>))
  func `messages without an ack say nothing of devices where others are acked too often for that`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try ScratchFolder()
    let store = try Self.unacked(&random, in: folder)
    var told: Set<String> = []
    try store.forEachDeliveryByDevice(Self.scope()) { delivery in
      if delivery.isOfUnackedMessage { told.insert("\(delivery.appKey) \(delivery.message)") }
    }
    let sums = try rows(
      store,
      """
      SELECT d.app_key, m.ref, count(*), count(acked_at) FROM deliveries AS d JOIN message AS m USING (message_id)
      GROUP BY 1, 2
      """
    ).map { (app: $0[0], message: $0[1], sends: Double($0[2]) ?? 0, acks: Double($0[3]) ?? 0) }
    let wanted = sums.filter { sum in
      let acked = sums.filter { $0.app == sum.app && $0.acks > 0 }
      let rate = acked.reduce(0) { $0 + $1.acks } / max(1, acked.reduce(0) { $0 + $1.sends })
      return sum.acks == 0 && sum.sends >= 20 && pow(1 - rate, sum.sends) < 0.001
    }
    #expect(told == Set(wanted.map { "\($0.app) \($0.message)" }))
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `deliveries come device by device, as the view has them`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    let store = try Self.ledger(seed, in: folder)
    let scope = Self.scope()
    var told: [[String]] = []
    var starts: Set<[String]> = []
    var appsOfDevices = 0
    try store.forEachDeliveryByDevice(scope) { delivery in
      if delivery.startsDevice { appsOfDevices += 1 }
      starts.insert([delivery.appKey])
      told.append(
        [
          delivery.appKey, delivery.appVersion, delivery.osVersion, delivery.networkType,
          "\(delivery.sentAt)", delivery.ackedAt.map { "\($0)" } ?? "",
          delivery.ackLatency.map { "\($0)" } ?? "", delivery.isOpened ? "1" : "0",
          delivery.isConfirmed ? "1" : "0", "\(delivery.furtherAcks.count)",
        ])
    }
    let conditions = """
      device_id <> '' AND ack_eligible AND sent_at >= \(Self.window.lowerBound)
        AND sent_at < \(Self.window.upperBound) AND sent_at <= \(scope.settledUntil)
      """
    let expected = try rows(
      store,
      """
      SELECT app_key, app_version, os_version, network_type, sent_at, acked_at, ack_latency_ms,
        opened_at IS NOT NULL, confirmed,
        (SELECT count(*) - 1 FROM events AS e WHERE e.app_key = d.app_key AND e.message_id = d.message_id
          AND e.device_id = d.device_id AND e.kind = 'ext_ack' AND d.acked_at IS NOT NULL)
      FROM deliveries AS d WHERE \(conditions)
      """
    ).map { row in
      var row = row
      if row[9] == "-1" { row[9] = "0" }
      return row
    }
    #expect(!told.isEmpty)
    #expect(
      told.map { $0.joined(separator: "|") }.sorted() == expected.map { $0.joined(separator: "|") }.sorted())
    let devices = try store.database.integer(
      "SELECT count(*) FROM (SELECT DISTINCT app_key, device_id FROM deliveries WHERE \(conditions))")
    #expect(appsOfDevices == devices.map(Int.init))
    // Asked for one AppKey, only its deliveries come.
    guard let key = starts.first?.first else { return }
    try store.forEachDeliveryByDevice(Self.scope(appKeys: [key])) { #expect($0.appKey == key) }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `mismatches add up to the flags`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    let store = try Self.ledger(seed, in: folder)
    let facts = try store.mismatches(Self.scope())
    let flags = try store.flagCounts(Self.scope()).filter { $0.flag == "app_key_mismatch" }
    var sums: [String: Int] = [:]
    for fact in facts { sums["\(fact.foreignKey) \(fact.sender)", default: 0] += fact.deliveries }
    #expect(!flags.isEmpty)
    #expect(try facts == store.selectedMismatches(Self.scope()))
    #expect(sums == Dictionary(uniqueKeysWithValues: flags.map { ("\($0.appKey) \($0.detail)", $0.count) }))
    #expect(facts.allSatisfy { $0.devices <= $0.deliveries && $0.messages <= $0.deliveries })
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a mismatch belongs to the window of the send it answers`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    let store = try Self.ledger(seed, in: folder)
    let all = try store.database.integer("SELECT count(*) FROM flags WHERE flag = 'app_key_mismatch'") ?? 0
    var counted = 0
    for start in stride(from: Self.start - 600_000, to: Self.start + 4_200_000, by: 600_000) {
      let scope = CohortScope(
        days: [DaySpan(name: "d", start: start, end: start + 600_000)], appKeys: [], asOf: start + 9_000_000,
        settle: 900_000)
      let told = try store.mismatches(scope).reduce(0) { $0 + $1.deliveries }
      let flagged = try store.flags(scope, includesSilent: false).elements().filter {
        $0.flag == "app_key_mismatch"
      }
      let sentThen = try store.database.integer(
        """
        SELECT count(*) FROM flags
        WHERE flag = 'app_key_mismatch' AND sent_at >= \(start) AND sent_at < \(start + 600_000)
        """)
      #expect(told == sentThen.map(Int.init))
      #expect(flagged.count == told)
      counted += told
    }
    #expect(counted == all && all > 0)
  }

  @Test func `events by hour are those of the view`() throws {
    let folder = try ScratchFolder()
    let store = try Self.ledger(4, in: folder)
    let first = Self.start / 3_600_000 * 3_600_000
    let hours = try store.eventHours(first..<first + 2 * 3_600_000, appKeys: [])
    let expected = try rows(
      store,
      """
      SELECT app_key, kind, at_ms / 3600000 * 3600000, count(*) FROM events
      WHERE at_ms >= \(first) AND at_ms < \(first + 2 * 3_600_000) GROUP BY 1, 2, 3
      """)
    #expect(
      hours.map { "\($0.appKey)|\($0.kind.name)|\($0.hour.milliseconds)|\($0.events)" }.sorted()
        == expected.map { $0.joined(separator: "|") }.sorted())
  }
}
