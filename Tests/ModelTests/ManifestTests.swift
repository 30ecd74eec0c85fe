import Ledger
import SQLite
import TestSupport
import Testing

/// What a loader relies on when it has nothing but the model's answers.
@Suite struct ManifestTests {
  @Test(arguments: seeds(0..<18)) func `the manifest counts what was read`(seed: UInt64) throws {
    let log = try ReceiptCase(seed: seed)
    let model = try log.model()
    let ledger = try log.imported().database
    let wanted = [
      Int64(log.events.count), try ledger.integer("SELECT count(*) FROM events"),
      try ledger.integer("SELECT count(*) FROM events WHERE device_id = ''"),
      try ledger.integer("SELECT max(at_ms) FROM events"),
      try ledger.integer("SELECT count(*) FROM deliveries WHERE device_id <> ''"),
      try ledger.integer(
        """
        SELECT count(*) FROM deliveries
        WHERE device_id <> '' AND sent_at IS NULL AND send_failed_at IS NULL AND accepted_at IS NULL
        """),
    ]
    let found = try model.database.rows(
      "SELECT events_read, events, events_without_device, newest_ms, deliveries, unmatched FROM manifest")
    #expect(found == [Row(wanted.map { $0.map { String($0) } })])
  }

  @Test(arguments: seeds(0..<18)) func `the sums agree with the manifest and with each other`(seed: UInt64)
    throws
  {
    let log = try ReceiptCase(seed: seed)
    for scope in try log.scopes() {
      let model = try log.model(scope: scope, settledUntil: log.moments[1]).database
      let wanted = try model.rows(
        """
        SELECT deliveries_in_scope, deliveries_in_scope, latencies_in_scope, failures_in_scope, events_in_scope,
          flags_in_scope
        FROM manifest
        """)
      let sums = [
        ("deliveries", "channel_hour"), ("deliveries", "version_hour"), ("count", "latency_hour"),
        ("count", "failure_hour"), ("events", "event_hour"), ("deliveries", "flag_hour"),
      ].map { "(SELECT coalesce(sum(\($0)), 0) FROM \($1))" }
      #expect(try model.rows("SELECT \(sums.joined(separator: ", "))") == wanted)

      let flagged = try model.rows(
        """
        SELECT hour, app_key, detail, deliveries FROM flag_hour WHERE flag = 'ack_timeout'
        UNION ALL SELECT hour, app_key, '', deliveries FROM flag_hour WHERE flag = 'ack_over_budget'
        """)
      let counted = try [
        ("late", "timeout_late"), ("lost", "timeout_lost"), ("silent", "timeout_silent"),
        ("", "ack_over_budget"),
      ].flatMap { detail, counter in
        try model.rows(
          """
          SELECT hour, app_key, '\(detail)', sum(\(counter)) FROM channel_hour
          GROUP BY hour, app_key HAVING sum(\(counter)) > 0
          """)
      }
      #expect(flagged == counted.sorted())
    }
  }

  @Test(arguments: seeds(0..<18)) func `a sample holds the smallest ids of each flag, AppKey and detail`(
    seed: UInt64
  ) throws {
    let log = try ReceiptCase(seed: seed)
    for limit in [0, 1, 3, 1_000] {
      let model = try log.model(sampleLimit: limit).database
      let flags = try model.rows(
        "SELECT flag, app_key, part, message_id, device_id, sent_at, detail, at_ms FROM flag")
      let wanted = Dictionary(grouping: flags) { $0.cells.prefix(3) }.values.flatMap {
        $0.sorted().prefix(limit)
      }
      let found = try model.rows(
        """
        SELECT flag, app_key, CASE WHEN flag IN ('app_key_mismatch', 'ack_timeout') THEN detail ELSE '' END,
          message_id, device_id, sent_at, detail, at_ms
        FROM flag_sample
        """)
      #expect(found == wanted.sorted())
    }
  }

  @Test func `nothing read gives no sums and a manifest of zeros`() throws {
    let model = try ModelRun([], settings: .init()).database
    for view in ["channel_hour", "latency_hour", "event_hour", "flag_hour", "flag_sample"] {
      #expect(try model.rows("SELECT * FROM \(view)") == [])
    }
    let zeros = ["0", "0", "0", nil] + Array(repeating: "0", count: 7)
    #expect(try model.rows("SELECT * FROM manifest") == [Row(zeros)])
  }
}
