internal import ReceiptModel
internal import SQLite

/// What has to hold of every loaded run; asked when it is loaded, and by `verify` again.
extension LedgerStore {
  /// - Parameter start: of one run, in milliseconds UTC; `nil` for all.
  /// - Returns: what does not hold, a clause each.
  func loadedProblems(of start: Int64? = nil) throws -> [String] {
    let runs = "SELECT * FROM loaded_run \(start.map { "WHERE start_ms = \($0)" } ?? "")"
    var problems: [String] = []
    for (what, sql) in Self.loadedInvariants + (start == nil ? [Self.strays] : []) {
      let query = "WITH run AS (\(runs)) SELECT count(*) FROM (\(sql))"
      let count = try database.integer(query) ?? 0
      if count > 0 { problems.append("\(what) (\(count))") }
    }
    return problems
  }

  /// What must never have a row, given the runs as `run`.
  private static let loadedInvariants: [(String, String)] =
    totals + [
      ("lines that are not told of once each", "SELECT 1 FROM run WHERE \(linesDiffer)"),
      (
        "refused lines without a reason",
        """
        SELECT 1 FROM run AS r WHERE rejected_lines <> (SELECT coalesce(sum(lines), 0) FROM loaded_reason AS n
          WHERE n.run_start_ms = r.start_ms)
        """
      ),
      ("counters that differ by channel and by version", countersDiffer),
      ("counters of a part that exceed those of the whole", counterExceeds),
      ("ack timeouts that differ in flags and counters", timeoutsDiffer),
      (
        "days that are not its hours",
        """
        SELECT 1 FROM run AS r WHERE (SELECT min(start_ms) FROM loaded_day WHERE run_start_ms = r.start_ms) IS NOT r.start_ms
          OR (SELECT max(end_ms) FROM loaded_day WHERE run_start_ms = r.start_ms) IS NOT r.end_ms
          OR (SELECT sum(end_ms - start_ms) FROM loaded_day WHERE run_start_ms = r.start_ms) IS NOT r.end_ms - r.start_ms
        """
      ),
      (
        "events later than the newest",
        "SELECT 1 FROM run AS r JOIN loaded_event_hour AS h ON \(isOf) WHERE r.newest_ms IS NULL OR h.newest_ms > r.newest_ms OR h.newest_ms / 3600000 <> h.hour"
      ),
      (
        "more samples of a flag than there may be",
        """
        SELECT 1 FROM run AS r JOIN loaded_flag_sample AS s ON s.run_start_ms = r.start_ms
        GROUP BY r.start_ms, s.flag, s.app_ref, iif(s.flag IN ('ack_timeout', 'app_key_mismatch'), s.detail, '')
        HAVING count(*) > min(max(r.sample_limit), (SELECT coalesce(sum(h.deliveries), 0) FROM loaded_flag_hour AS h
          WHERE \(isOf) AND h.flag = s.flag AND h.app_ref = s.app_ref
            AND h.detail = iif(s.flag IN ('ack_timeout', 'app_key_mismatch'), s.detail, '')))
        """
      ),
    ]

  /// What belongs to no run.
  private static let strays: (String, String) = {
    let hours = (Schema.loadableSums + ["flag_hour"]).map {
      "SELECT 1 FROM loaded_\($0) WHERE NOT \(LoadedHours.cover("hour * 3600000"))"
    }
    let others = ["loaded_day", "loaded_reason", "loaded_flag_sample"].map {
      "SELECT 1 FROM \($0) WHERE run_start_ms NOT IN (SELECT start_ms FROM loaded_run)"
    }
    let shared = """
      SELECT 1 FROM loaded_run AS a JOIN loaded_run AS b ON b.start_ms > a.start_ms AND b.start_ms < a.end_ms
      """
    return ("sums of no run, or of two", (hours + others + [shared]).joined(separator: " UNION ALL "))
  }()

  /// Whether `h` is an hour of the run `r`.
  private static let isOf = "h.hour >= r.start_ms / 3600000 AND h.hour < r.end_ms / 3600000"

  /// Each sum has to be what the manifest says of it, and lies in the hours of a run.
  private static let totals = [
    ("deliveries_in_scope", "channel_hour", "deliveries"),
    ("deliveries_in_scope", "version_hour", "deliveries"),
    ("latencies_in_scope", "latency_hour", "count"), ("failures_in_scope", "failure_hour", "count"),
    ("events_in_scope", "event_hour", "events"), ("flags_in_scope", "flag_hour", "deliveries"),
  ].map { figure, table, column in
    (
      "\(table) differs from \(figure)",
      """
      SELECT 1 FROM run AS r WHERE r.\(figure) <> (SELECT coalesce(sum(h.\(column)), 0) FROM loaded_\(table) AS h
        WHERE \(isOf))
      """
    )
  }

  private static let linesDiffer = """
    lines <> corrupt_lines + rejected_lines + ignored_lines + event_lines OR events_read < event_lines
      OR events > events_read OR events_without_device > events OR events_in_scope > events
      OR unmatched > deliveries OR deliveries_in_scope > deliveries - unmatched
    """

  private static let countersDiffer: String = {
    func sums(_ table: String) -> String {
      """
      SELECT h.hour, h.app_ref, \(Count.allCases.map { "sum(h.\($0.name))" }.joined(separator: ", "))
      FROM run AS r JOIN loaded_\(table) AS h ON \(isOf) GROUP BY 1, 2
      """
    }
    let (channels, versions) = (sums("channel_hour"), sums("version_hour"))
    return """
      SELECT * FROM (SELECT * FROM (\(channels)) EXCEPT SELECT * FROM (\(versions)))
      UNION ALL SELECT * FROM (SELECT * FROM (\(versions)) EXCEPT SELECT * FROM (\(channels)))
      """
  }()

  private static let counterExceeds = ["channel_hour", "version_hour"].map { table in
    """
    SELECT 1 FROM run AS r JOIN loaded_\(table) AS h ON \(isOf)
    WHERE h.deliveries < \(Count.allCases.map { "h.\($0.name)" }.joined(separator: " OR h.deliveries < "))
      OR h.sent + h.send_failed > h.deliveries OR h.eligible_acked > h.ack_eligible OR h.eligible_acked > h.acked
      OR h.measurable_confirmed > h.measurable OR h.measurable_confirmed > h.confirmed
      OR h.opened_unacked > h.eligible_opened OR h.eligible_opened > h.opened
    """
  }.joined(separator: " UNION ALL ")

  private static let timeoutsDiffer: String = {
    let counters =
      [("late", "timeout_late"), ("lost", "timeout_lost"), ("silent", "timeout_silent")].map {
        ("ack_timeout", $0, $1)
      } + [("ack_over_budget", "", "ack_over_budget")]
    let counted = counters.map { flag, detail, counter in
      """
      SELECT h.hour, h.app_ref, '\(flag)', '\(detail)', sum(h.\(counter)) AS deliveries
      FROM run AS r JOIN loaded_channel_hour AS h ON \(isOf) GROUP BY 1, 2 HAVING sum(h.\(counter)) > 0
      """
    }.joined(separator: " UNION ALL ")
    let flagged = """
      SELECT h.hour, h.app_ref, h.flag, h.detail, h.deliveries FROM run AS r JOIN loaded_flag_hour AS h ON \(isOf)
      WHERE h.flag IN ('ack_timeout', 'ack_over_budget')
      """
    return """
      SELECT * FROM (SELECT * FROM (\(counted)) EXCEPT SELECT * FROM (\(flagged)))
      UNION ALL SELECT * FROM (SELECT * FROM (\(flagged)) EXCEPT SELECT * FROM (\(counted)))
      """
  }()
}
