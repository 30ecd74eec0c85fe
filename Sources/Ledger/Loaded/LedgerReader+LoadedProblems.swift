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
    let others = try start == nil ? [Self.strays] : [Self.missingSamples(prunedBefore: watermark())]
    for (what, sql) in Self.loadedInvariants + others {
      let query = "WITH run AS (\(runs)) SELECT count(*) FROM (\(sql))"
      let count = try database.integer(query) ?? 0
      if count > 0 { problems.append("\(what) (\(count))") }
    }
    return problems
  }

  /// What must never have a row, given the runs as `run`.
  private static let loadedInvariants: [(String, String)] =
    totals + countersBesides + [
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
        "SELECT 1 FROM run AS r JOIN event_hour AS h ON \(isOf) WHERE r.newest_ms IS NULL OR h.newest_ms > r.newest_ms OR h.newest_ms / 3600000 <> h.hour"
      ),
      (
        "a newest event in its hours that none of them has",
        """
        SELECT 1 FROM run AS r WHERE newest_ms >= start_ms AND newest_ms < end_ms
          AND newest_ms IS NOT (SELECT max(h.newest_ms) FROM event_hour AS h WHERE \(isOf))
        """
      ),
      (
        "details of flags that have none, or others",
        """
        SELECT 1 FROM run AS r JOIN flag_hour AS h ON \(isOf) WHERE CASE h.flag
          WHEN 'ack_timeout' THEN h.detail NOT IN ('late', 'lost', 'silent')
          WHEN 'app_key_mismatch' THEN h.detail = '' ELSE h.detail <> '' END
        """
      ),
      (
        "more samples of a flag than there may be",
        """
        SELECT 1 FROM run AS r JOIN flag_sample AS s ON s.run_start_ms = r.start_ms
        GROUP BY r.start_ms, s.flag, s.app_ref, iif(s.flag IN ('ack_timeout', 'app_key_mismatch'), s.detail, '')
        HAVING count(*) > min(max(r.sample_limit), (SELECT coalesce(sum(h.deliveries), 0) FROM flag_hour AS h
          WHERE \(isOf) AND h.flag = s.flag AND h.app_ref = s.app_ref
            AND h.detail = iif(s.flag IN ('ack_timeout', 'app_key_mismatch'), s.detail, '')))
        """
      ),
    ]

  /// Samples are a part of the flagged deliveries, and all of them where there are few.
  ///
  /// - Parameter moment: deliveries before it have no samples here; `nil` when nothing was pruned.
  private static func missingSamples(prunedBefore moment: Int64?) -> (String, String) {
    (
      "fewer samples of a flag than there are deliveries to show",
      """
      SELECT 1 FROM (
        SELECT r.start_ms, h.flag, h.app_ref, h.detail, min(sum(h.deliveries), max(r.sample_limit)) AS wanted
        FROM run AS r JOIN flag_hour AS h ON \(isOf)
        WHERE r.start_ms >= \(moment ?? 0)
        GROUP BY 1, 2, 3, 4) AS f
      WHERE wanted > (SELECT count(*) FROM flag_sample AS s
        WHERE s.run_start_ms = f.start_ms AND s.flag = f.flag AND s.app_ref = f.app_ref
          AND iif(s.flag IN ('ack_timeout', 'app_key_mismatch'), s.detail, '') = f.detail)
      """
    )
  }

  /// What belongs to no run.
  private static let strays: (String, String) = {
    let flags = "SELECT 1 FROM flag_hour WHERE \(Schema.isCountedHour)"
    let others = ["loaded_day", "loaded_reason", "flag_sample"].map {
      "SELECT 1 FROM \($0) WHERE run_start_ms NOT IN (SELECT start_ms FROM loaded_run)"
    }
    let shared = """
      SELECT 1 FROM loaded_run AS a JOIN loaded_run AS b ON b.start_ms > a.start_ms AND b.start_ms < a.end_ms
      """
    return ("sums of no run, or of two", ([flags] + others + [shared]).joined(separator: " UNION ALL "))
  }()

  /// Whether `h` is an hour of the run `r`.
  private static let isOf = "h.hour >= r.start_ms / 3600000 AND h.hour < r.end_ms / 3600000"

  /// Each sum has to be what the manifest says, and to lie in the hours of a run.
  private static let totals = [
    ("deliveries_in_scope", "channel_hour", "deliveries"),
    ("deliveries_in_scope", "version_hour", "deliveries"),
    ("latencies_in_scope", "latency_hour", "count"), ("failures_in_scope", "failure_hour", "count"),
    ("events_in_scope", "event_hour", "events"), ("flags_in_scope", "flag_hour", "deliveries"),
  ].map { figure, table, column in
    (
      "\(table) differs from \(figure)",
      """
      SELECT 1 FROM run AS r WHERE r.\(figure) <> (SELECT coalesce(sum(h.\(column)), 0) FROM \(table) AS h
        WHERE \(isOf))
      """
    )
  }

  private static let linesDiffer = """
    lines <> corrupt_lines + rejected_lines + ignored_lines + event_lines OR events_read < event_lines
      OR events > events_read OR events_without_device > events OR events_in_scope > events
      OR unmatched > deliveries OR deliveries_in_scope > deliveries - unmatched
    """

  /// Sums that must equal a counter of the same hour, AppKey and channel.
  private static let countersBesides = [
    ("acks with a latency", "acked", "latency_hour", "1"),
    ("failures to send", "send_failed", "failure_hour", "h.kind = \(EventKind.sendFailed.rawValue)"),
    ("failures to arrive", "arrive_failed", "failure_hour", "h.kind = \(EventKind.arriveFailed.rawValue)"),
  ].map { what, counter, table, isCounted in
    let key = "h.hour, h.app_ref, h.channel_ref"
    let counted =
      "SELECT \(key), h.\(counter) FROM run AS r JOIN channel_hour AS h ON \(isOf) WHERE h.\(counter) > 0"
    let told = """
      SELECT \(key), sum(h.count) FROM run AS r JOIN \(table) AS h ON \(isOf) WHERE \(isCounted) GROUP BY 1, 2, 3
      """
    return (
      "\(what) that differ from the counter",
      """
      SELECT * FROM (SELECT * FROM (\(counted)) EXCEPT SELECT * FROM (\(told)))
      UNION ALL SELECT * FROM (SELECT * FROM (\(told)) EXCEPT SELECT * FROM (\(counted)))
      """
    )
  }

  private static let countersDiffer: String = {
    func sums(_ table: String) -> String {
      """
      SELECT h.hour, h.app_ref, \(Count.allCases.map { "sum(h.\($0.name))" }.joined(separator: ", "))
      FROM run AS r JOIN \(table) AS h ON \(isOf) GROUP BY 1, 2
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
    SELECT 1 FROM run AS r JOIN \(table) AS h ON \(isOf)
    WHERE \(partsAndWholes.map { "h.\($0.name) > h.\($1.name)" }.joined(separator: " OR "))
      OR h.sent + h.send_failed > h.deliveries
      OR h.confirmed < max(h.acked, h.displayed, h.opened, h.dismissed)
      OR h.ack_eligible <> h.eligible_acked + h.timeout_lost + h.timeout_silent
      OR h.timeout_late > h.eligible_acked OR h.ack_over_budget > h.acked
    """
  }.joined(separator: " UNION ALL ")

  /// Counters, each with a wider one that counts everything it counts.
  private static let partsAndWholes = Count.allCases.flatMap { part in
    Count.allCases.filter { part != $0 && part.isPart(of: $0) }.map { (part, $0) }
  }

  private static let timeoutsDiffer: String = {
    let counters =
      [("late", "timeout_late"), ("lost", "timeout_lost"), ("silent", "timeout_silent")].map {
        ("ack_timeout", $0, $1)
      } + [("ack_over_budget", "", "ack_over_budget")]
    let counted = counters.map { flag, detail, counter in
      """
      SELECT h.hour, h.app_ref, '\(flag)', '\(detail)', sum(h.\(counter)) AS deliveries
      FROM run AS r JOIN channel_hour AS h ON \(isOf) GROUP BY 1, 2 HAVING sum(h.\(counter)) > 0
      """
    }.joined(separator: " UNION ALL ")
    let flagged = """
      SELECT h.hour, h.app_ref, h.flag, h.detail, h.deliveries FROM run AS r JOIN flag_hour AS h ON \(isOf)
      WHERE h.flag IN ('ack_timeout', 'ack_over_budget')
      """
    return """
      SELECT * FROM (SELECT * FROM (\(counted)) EXCEPT SELECT * FROM (\(flagged)))
      UNION ALL SELECT * FROM (SELECT * FROM (\(flagged)) EXCEPT SELECT * FROM (\(counted)))
      """
  }()
}
