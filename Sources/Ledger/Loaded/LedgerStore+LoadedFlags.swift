import ReceiptModel
import SQLite

extension LedgerStore {
  /// How many deliveries have each flag in the loaded hours of a window.
  ///
  /// - Throws: `LedgerError.partOfLoadedHour`.
  func loadedFlagCounts(_ window: Range<Int64>, _ scope: CohortScope) throws -> [FlagCount] {
    // A window that cuts a loaded hour is refused as it is for the counters.
    _ = try hourPlan(scope)
    // What was sent later is not settled, and has no timeout yet.
    let boundary = RollupKey.hour(of: max(0, scope.settledUntil))
    let rows = try database.prepare(
      """
      SELECT h.flag, a.app_key, h.detail, sum(h.deliveries)
      FROM loaded_flag_hour AS h JOIN app AS a ON a.ref = h.app_ref
      WHERE h.hour >= ?1 AND h.hour < ?2 AND (h.flag <> 'ack_timeout' OR h.hour < ?3)
      GROUP BY 1, 2, 3
      """)
    rows.bind((window.lowerBound + 3_599_999) / 3_600_000, at: 1)
    rows.bind(window.upperBound / 3_600_000, at: 2)
    rows.bind(boundary, at: 3)
    var counts: [FlagCount] = []
    while try rows.step() {
      guard scope.includes(rows.text(1)) else { continue }
      counts.append(
        FlagCount(flag: rows.text(0), appKey: rows.text(1), detail: rows.text(2), count: Int(rows.integer(3)))
      )
    }
    return counts
  }
}

extension FlagCount {
  /// Counts of the same flag, AppKey and detail as one, in the order of their bytes.
  static func summed(_ counts: [FlagCount]) -> [FlagCount] {
    var sums: [CohortKey: Int] = [:]
    for count in counts {
      sums[CohortKey(day: 0, appKey: count.flag, parts: [count.appKey, count.detail]), default: 0] +=
        count.count
    }
    return sums.sorted { $0.key < $1.key }.map { key, count in
      FlagCount(flag: key.appKey, appKey: key.parts[0], detail: key.parts[1], count: count)
    }
  }
}
