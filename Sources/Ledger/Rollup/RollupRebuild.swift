internal import ReceiptModel
internal import SQLite

/// The rollups computed from the deliveries by SQL: what the writer's sums must equal, and how they are made anew when
/// a setting changes.
enum RollupRebuild {
  /// The tables, each with the SELECT of what it should hold, in the order of its columns.
  static let expected: [(table: String, sql: String)] = [
    ("channel_hour", cells(part: "f.channel_ref")),
    ("version_hour", cells(part: "b.version_ref", join: "JOIN build AS b ON b.ref = f.build_ref")),
    (
      "latency_hour",
      """
      SELECT f.cohort_at / 3600000, f.app_ref, f.channel_ref, latency_bucket(f.ack_latency_ms), count(*)
      FROM delivery_fact AS f WHERE f.has_device AND f.ack_latency_ms IS NOT NULL GROUP BY 1, 2, 3, 4
      """
    ),
    (
      "failure_hour",
      """
      SELECT f.cohort_at / 3600000, f.app_ref, f.channel_ref,
        iif(f.sent_at IS NULL, \(EventKind.sendFailed.rawValue), \(EventKind.arriveFailed.rawValue)),
        coalesce(f.reason_ref, 0), count(*)
      FROM delivery_fact AS f
      WHERE f.has_device AND f.cohort_at IS NOT NULL
        AND iif(f.sent_at IS NULL, f.send_failed_at, f.arrive_failed_at) IS NOT NULL
      GROUP BY 1, 2, 3, 4, 5
      """
    ),
    (
      "event_hour",
      """
      SELECT e.at_ms / 3600000, e.app_ref, e.kind, count(*), max(e.at_ms) FROM (
        \(EventKind.timed.map { "SELECT app_ref, \($0.rawValue) AS kind, base_ms + \($0.name) AS at_ms FROM delivery WHERE \($0.name) IS NOT NULL" }
          .joined(separator: " UNION ALL "))
        UNION ALL SELECT app_ref, kind, at_ms FROM repeat
      ) AS e GROUP BY 1, 2, 3
      """
    ),
  ]

  private static func cells(part: String, join: String = "") -> String {
    """
    SELECT f.cohort_at / 3600000, f.app_ref, \(part),
      \(Count.allCases.map { "sum(\(condition($0)))" }.joined(separator: ",\n  "))
    FROM delivery_fact AS f JOIN context AS c ON c.ref = f.context_ref
      JOIN channel AS h ON h.ref = f.channel_ref \(join)
    WHERE f.has_device AND f.cohort_at IS NOT NULL GROUP BY 1, 2, 3
    """
  }

  private static func setting(_ name: String) -> String {
    "(SELECT value FROM setting WHERE name = '\(name)')"
  }

  /// When a delivery counts, as SQL; the slow twin of `DeliveryState.counts`.
  private static func condition(_ count: Count) -> String {
    let sent = "f.sent_at IS NOT NULL"
    func seen(_ column: String) -> String { "\(sent) AND f.\(column) IS NOT NULL" }
    let eligible = "\(sent) AND f.ack_eligible"
    switch count {
    case .deliveries: return "1"
    case .sent: return sent
    case .sendFailed: return "f.sent_at IS NULL AND f.send_failed_at IS NOT NULL"
    case .accepted: return seen("accepted_at")
    case .arrived: return seen("arrived_at")
    case .arriveFailed: return seen("arrive_failed_at")
    case .acked: return seen("acked_at")
    case .displayed: return seen("displayed_at")
    case .opened: return seen("opened_at")
    case .dismissed: return seen("dismissed_at")
    case .ackEligible: return eligible
    case .eligibleAcked: return "\(eligible) AND f.acked_at IS NOT NULL"
    case .confirmed: return "\(sent) AND f.confirmed"
    case .measurable: return "\(sent) AND h.is_measurable"
    case .measurableConfirmed: return "\(sent) AND f.confirmed AND h.is_measurable"
    case .eligibleOpened: return "\(eligible) AND f.opened_at IS NOT NULL"
    case .openedUnacked: return "\(eligible) AND f.opened_at IS NOT NULL AND f.acked_at IS NULL"
    case .timeoutLate: return "\(eligible) AND coalesce(f.ack_latency_ms > \(setting("ack_timeout_ms")), 0)"
    case .timeoutLost: return "\(eligible) AND f.acked_at IS NULL AND f.confirmed"
    case .timeoutSilent: return "\(eligible) AND f.acked_at IS NULL AND NOT f.confirmed"
    case .overBudget: return "\(sent) AND coalesce(f.ack_latency_ms > \(setting("ack_budget_ms")), 0)"
    case .mismatch:
      return """
        \(sent) AND EXISTS (SELECT 1 FROM delivery AS x WHERE x.message_ref = f.message_ref AND x.device = f.device
          AND x.app_ref <> f.app_ref AND x.sent IS NULL AND (x.ext_ack IS NOT NULL OR x.opened IS NOT NULL))
        """
    }
  }
}

extension LedgerStore {
  /// Empties the rollups and computes them again from the deliveries.
  func rebuildRollups() throws {
    try registerLatencyBucket()
    for (table, sql) in RollupRebuild.expected {
      try database.execute("DELETE FROM \(table); INSERT INTO \(table) \(sql)")
    }
  }

  /// Makes `LatencyBucket.bucket(of:)` callable as `latency_bucket(ms)` in this connection's SQL.
  func registerLatencyBucket() throws {
    try database.register(function: "latency_bucket") { Int64(LatencyBucket.bucket(of: $0)) }
  }
}
