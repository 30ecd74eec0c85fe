import Engines
import Ledger
import ReceiptModel

/// The ledger's own sums as the relations that have to hold the same.
enum LedgerSums {
  private static let counters = Count.allCases.map(\.name).joined(separator: ", ")

  private static let queries: [(relation: Relation, sql: String)] = [
    (.channelHour, "SELECT hour_at / 3600000 AS hour, app_key, channel, \(counters) FROM hourly"),
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

  /// Every relation of sums.
  ///
  /// - Parameter hours: whole hours since 1970.
  static func rows(
    _ store: LedgerReader, in hours: Range<Int64>
  ) throws -> [(relation: Relation, rows: RunRows)] {
    let condition = "hour >= \(hours.lowerBound) AND hour < \(hours.upperBound)"
    let sums = try queries.map { relation, sql in
      (relation, try RunRows("SELECT * FROM (\(sql)) WHERE \(condition)", of: store.database))
    }
    return sums + [(.versionHour, try versionHours(store, in: hours))]
  }

  /// Both versions together, of which the ledger keeps sums of several hours only.
  private static func versionHours(_ store: LedgerReader, in hours: Range<Int64>) throws -> RunRows {
    let days = hours.map { DaySpan(name: "\($0)", start: $0 * 3_600_000, end: ($0 + 1) * 3_600_000) }
    let scope = CohortScope(days: days, appKeys: [], asOf: .max / 2, settle: 0)
    return try RunRows(
      store.versionCells(scope).byDay.map { cell in
        var row: [String: Any] = [
          "hour": hours.lowerBound + Int64(cell.key.day), "app_key": cell.key.appKey,
          "app_version": cell.key.parts[0], "os_version": cell.key.parts[1],
        ]
        for count in Count.allCases { row[count.name] = cell.counts[count] }
        return row
      })
  }
}
