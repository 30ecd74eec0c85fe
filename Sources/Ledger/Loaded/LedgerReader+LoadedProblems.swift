import ReceiptModel
import SQLite

/// What has to hold of every loaded run; asked when it is loaded, and by `verify` again.
extension LedgerReader {
  /// - Parameter start: of one run, in milliseconds UTC; `nil` for all.
  /// - Returns: what does not hold, a clause each.
  func loadedProblems(of start: Int64? = nil) throws -> [String] {
    let runs = "SELECT * FROM loaded_run \(start.map { "WHERE start_ms = \($0)" } ?? "")"
    var problems: [String] = []
    // Pruning takes samples out later, so only for what comes in can it be asked whether none is missing.
    let others =
      try start == nil
      ? [("sums of no run, or of two", Self.sql("strays"))]
      : [
        (
          "fewer samples of a flag than there are deliveries to show",
          Self.sql("missing-samples", ["pruned_before": "\(watermark() ?? 0)"])
        )
      ]
    for (what, sql) in Self.loadedInvariants + others {
      let query = "WITH run AS (\(runs)) SELECT count(*) FROM (\(sql))"
      let count = try database.integer(query) ?? 0
      if count > 0 { problems.append("\(what) (\(count))") }
    }
    return problems
  }

  /// What must never have a row, given the runs as `run`: the files of `queries/ledger/loaded`.
  private static let loadedInvariants: [(String, String)] =
    totals + countersBesides + [
      ("lines that are not told of once each", sql("lines")),
      ("refused lines without a reason", sql("reasons")),
      (
        "counters that differ by channel and by version",
        versionTables.map { "SELECT * FROM (\(sql("channels-and-versions", ["table": $0])))" }
          .joined(separator: " UNION ALL ")
      ),
      (
        "counters of a part that exceed those of the whole",
        (["channel_hour"] + versionTables).map { sql("parts-and-wholes", ["table": $0]) }
          .joined(separator: " UNION ALL ")
      ),
      ("ack timeouts that differ in flags and counters", sql("timeouts")),
      ("days that are not its hours", sql("days")),
      ("events later than the newest", sql("later-events")),
      ("a newest event in its hours that none of them has", sql("newest-event")),
      ("details of flags that have none, or others", sql("flag-details")),
      ("more samples of a flag than there may be", sql("excess-samples")),
    ]

  private static let versionTables = [
    "loaded_version_hour", CohortTable.appVersions.name, CohortTable.osVersions.name,
  ]

  /// Each sum has to be what the manifest says, and to lie in the hours of a run.
  private static let totals = [
    ("deliveries_in_scope", "channel_hour", "deliveries"),
    ("deliveries_in_scope", "loaded_version_hour", "deliveries"),
    ("latencies_in_scope", "latency_hour", "count"), ("failures_in_scope", "failure_hour", "count"),
    ("events_in_scope", "event_hour", "events"), ("flags_in_scope", "flag_hour", "deliveries"),
  ].map { figure, table, column in
    (
      "\(table) differs from \(figure)",
      sql("total", ["figure": figure, "table": table, "column": column])
    )
  }

  /// Sums that must equal a counter of the same hour, AppKey and channel.
  private static let countersBesides = [
    ("acks with a latency", "acked", "latency_hour", "1"),
    ("failures to send", "send_failed", "failure_hour", "h.kind = \(EventKind.sendFailed.rawValue)"),
    ("failures to arrive", "arrive_failed", "failure_hour", "h.kind = \(EventKind.arriveFailed.rawValue)"),
  ].map { what, counter, table, isTold in
    (
      "\(what) that differ from the counter",
      sql("counter-besides", ["counter": counter, "table": table, "is_told": isTold])
    )
  }

  private static func sql(_ name: String, _ values: [String: String] = [:]) -> String {
    LedgerSQL.statement("loaded/\(name)", values.merging(["in_run": isInRun]) { $1 })
  }

  /// Whether `h` is an hour of the run `r`.
  private static let isInRun = "h.hour >= r.start_ms / 3600000 AND h.hour < r.end_ms / 3600000"
}
