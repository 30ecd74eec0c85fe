import Engines
import ReceiptModel

/// The ledger's own sums under the names of the relations that have to hold the same.
enum LedgerSums {
  private static let counters = Count.allCases.map(\.name).joined(separator: ", ")

  static let queries: [(relation: Relation, sql: String)] = [
    (.channelHour, "SELECT hour_at / 3600000 AS hour, app_key, channel, \(counters) FROM hourly"),
    (
      .versionHour,
      "SELECT hour_at / 3600000 AS hour, app_key, app_version, os_version, \(counters) FROM hourly_versions"
    ),
    (
      .latencyHour,
      """
      SELECT hour, app_key, c.name AS channel, bucket, count FROM latency_hour AS h
        JOIN app AS a ON a.ref = h.app_ref JOIN channel AS c ON c.ref = h.channel_ref
      """
    ),
    (
      .failureHour,
      """
      SELECT hour, app_key, c.name AS channel,
        iif(kind = \(EventKind.sendFailed.rawValue), 'send_failed', 'arrive_failed') AS kind,
        coalesce(r.raw, '') AS reason, count
      FROM failure_hour AS h JOIN app AS a ON a.ref = h.app_ref JOIN channel AS c ON c.ref = h.channel_ref
        LEFT JOIN reason AS r ON r.ref = h.reason_ref
      """
    ),
    (
      .eventHour,
      "SELECT hour_at / 3600000 AS hour, app_key, kind, events, newest_at AS newest_ms FROM hourly_events"
    ),
  ]

  /// - Parameter hours: whole hours since 1970.
  static func query(_ sql: String, in hours: Range<Int64>) -> String {
    "SELECT * FROM (\(sql)) WHERE hour >= \(hours.lowerBound) AND hour < \(hours.upperBound)"
  }
}
