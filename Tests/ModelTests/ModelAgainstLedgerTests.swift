import Assets
import Ledger
import ReceiptModel
import SQLite
import TestSupport
import Testing

/// The two ways to compute one definition: the importer's and the model's, on the same random logs.
@Suite struct ModelAgainstLedgerTests {
  private static let counters = Count.allCases.map(\.name).joined(separator: ", ")

  private static let sums = Count.allCases.map { "sum(\($0.name))" }.joined(separator: ", ")

  /// Each sum of the model, and the ledger's rows that must be the same; `hour` stands for the hour in conditions.
  private static let pairs: [(model: String, ledger: String)] = [
    (
      "SELECT * FROM channel_hour",
      "SELECT hour_at / 3600000 AS hour, app_key, channel, \(counters) FROM hourly"
    ),
    (
      "SELECT hour, app_key, app_version, \(sums) FROM version_hour GROUP BY 1, 2, 3",
      "SELECT hour_at / 3600000 AS hour, app_key, app_version, \(counters) FROM hourly_app_versions"
    ),
    (
      "SELECT hour, app_key, os_version, \(sums) FROM version_hour GROUP BY 1, 2, 3",
      "SELECT hour_at / 3600000 AS hour, app_key, os_version, \(counters) FROM hourly_os_versions"
    ),
    (
      "SELECT * FROM latency_hour",
      """
      SELECT hour, app_key, c.name, bucket, count FROM latency_hour AS h
        JOIN app AS a ON a.ref = h.app_ref JOIN channel AS c ON c.ref = h.channel_ref
      """
    ),
    (
      "SELECT * FROM failure_hour",
      """
      SELECT hour, app_key, c.name, iif(kind = \(EventKind.sendFailed.rawValue), 'send_failed', 'arrive_failed'),
        coalesce(r.raw, ''), count
      FROM failure_hour AS h JOIN app AS a ON a.ref = h.app_ref JOIN channel AS c ON c.ref = h.channel_ref
        LEFT JOIN reason AS r ON r.ref = h.reason_ref
      """
    ),
    (
      "SELECT * FROM event_hour",
      "SELECT hour_at / 3600000 AS hour, app_key, kind, events, newest_at FROM hourly_events"
    ),
  ]

  @Test(arguments: seeds(0..<36)) func `every cell of every sum agrees, in any scope`(seed: UInt64) throws {
    let log = try ReceiptCase(seed: seed)
    let store = try log.imported()
    for scope in try log.scopes() {
      let model = try log.model(scope: scope)
      let hours = scope.lowerBound / 3_600_000..<scope.upperBound / 3_600_000
      for (sums, ledger) in Self.pairs {
        let wanted = try store.database.rows(
          "SELECT * FROM (\(ledger)) WHERE hour >= \(hours.lowerBound) AND hour < \(hours.upperBound)")
        let found = try model.database.rows(sums)
        #expect(differences(model: found, ledger: wanted) == [], "\(sums), hours \(hours)")
      }
      // Periods that lie wholly in the scope.
      let first = (hours.lowerBound + 7) / 8 * 8
      let end = hours.upperBound / 8 * 8
      let wanted = try store.database.rows(
        """
        SELECT * FROM (SELECT period_at / 3600000 AS hour, app_key, app_version, os_version, \(Self.counters)
          FROM version_periods) WHERE hour >= \(first) AND hour < \(end)
        """)
      let found = try model.database.rows(
        """
        SELECT hour / 8 * 8, app_key, app_version, os_version, \(Self.sums) FROM version_hour
        WHERE hour >= \(first) AND hour < \(end) GROUP BY 1, 2, 3, 4
        """)
      #expect(differences(model: found, ledger: wanted) == [], "periods, hours \(hours)")
    }
  }

  @Test(arguments: seeds(0..<36)) func `every delivery agrees in times, attributes, latencies and judgements`(
    seed: UInt64
  ) throws {
    let log = try ReceiptCase(seed: seed)
    let store = try log.imported()
    let model = try log.model()
    let attributes = ModelRun.attributes.dropLast()
    let times = [
      "accepted_at", "sent_at", "send_failed_at", "arrived_at", "arrive_failed_at", "acked_at",
      "displayed_at",
      "opened_at", "dismissed_at", "dropped_at", "expired_at", "ack_latency_ms", "open_latency_ms",
    ]
    let reason = "coalesce(nullif(reason_code, '') || '#', '') || coalesce(reason_text, '')"
    let known = attributes.map { "coalesce(\($0), '')" }.joined(separator: ", ")
    let wanted = try store.database.rows(
      """
      SELECT app_key, message_id, device_id, \(known), \(reason), \(times.joined(separator: ", ")), ack_eligible, confirmed
      FROM deliveries WHERE device_id <> ''
      """)
    let said = (attributes + ["reason"] + times).map { "d.\($0)" }.joined(separator: ", ")
    let found = try model.database.rows(
      """
      SELECT d.app_key, d.message_id, d.device_id, \(said), f.is_ack_eligible, f.is_confirmed
      FROM delivery AS d JOIN judged_fact AS f USING (app_key, message_id, device_id)
      """)
    #expect(!found.isEmpty)
    #expect(differences(model: found, ledger: wanted) == [])
  }

  @Test(arguments: seeds(0..<24)) func `every flag agrees, in any scope and as of any moment`(seed: UInt64)
    throws
  {
    let log = try ReceiptCase(seed: seed)
    let store = try log.imported()
    for scope in try log.scopes() {
      for asOf in log.moments {
        let cohorts = CohortScope(
          days: [DaySpan(name: "all", start: scope.lowerBound, end: scope.upperBound)], appKeys: [],
          asOf: asOf, settle: log.settings.settle)
        let model = try log.model(scope: scope, settledUntil: cohorts.settledUntil)
        let flags = try store.flags(cohorts, includesSilent: true).elements()
        let found = try model.database.rows(
          "SELECT flag, app_key, message_id, device_id, sent_at, detail FROM flag")
        let wanted = flags.map { Row($0.cells.prefix(5).map(\.text) + [$0.detail ?? ""]) }
        #expect(differences(model: found, ledger: wanted) == [], "\(scope), as of \(asOf)")
        let counts = try store.flagCounts(cohorts).map {
          Row([$0.flag, $0.appKey, $0.detail, String($0.count)])
        }
        let sums = try model.database.rows(
          "SELECT flag, app_key, detail, sum(deliveries) FROM flag_hour GROUP BY flag, app_key, detail")
        #expect(differences(model: sums, ledger: counts) == [], "\(scope), as of \(asOf)")
      }
    }
  }

  @Test(arguments: seeds(0..<18)) func `timeouts wait for deliveries to settle`(seed: UInt64) throws {
    let log = try ReceiptCase(seed: seed)
    let store = try log.imported()
    let all = try log.scopes()[0]
    for asOf in log.moments {
      let cohorts = CohortScope(
        days: [DaySpan(name: "all", start: all.lowerBound, end: all.upperBound)], appKeys: [], asOf: asOf,
        settle: log.settings.settle)
      let wanted = try store.channelCells(cohorts).map { cell in
        Row([cell.key.appKey, cell.key.parts[0]] + Count.allCases.map { String(cell.counts[$0]) })
      }
      let sums = Count.allCases.map { "sum(\($0.name))" }.joined(separator: ", ")
      let found = try log.model(settledUntil: cohorts.settledUntil).database.rows(
        "SELECT app_key, channel, \(sums) FROM channel_hour GROUP BY app_key, channel")
      #expect(differences(model: found, ledger: wanted) == [], "as of \(asOf)")
    }
  }
}

extension Cell {
  /// The value as SQLite would write it as text; `nil` for NULL.
  fileprivate var text: String? {
    switch self {
    case .integer(let number): String(number)
    case .text(let text): text
    default: nil
    }
  }
}
