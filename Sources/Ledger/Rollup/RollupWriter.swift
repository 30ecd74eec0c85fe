internal import ReceiptModel
internal import SQLite

/// Adds a run's differences to the rollup tables.
struct RollupWriter {
  private let channels: RowBatch
  private let divisions: RowBatch
  private let failures: RowBatch
  private let events: RowBatch
  private let addChannels: Statement
  private let addVersions: Statement
  private let addLatencies: Statement
  private let addFailures: Statement
  private let addEvents: Statement
  private let addEventSums: Statement
  private let addBuckets: Statement
  private let clean: [String]
  private let database: Database

  init(in database: Database) throws {
    self.database = database
    channels = try RowBatch(
      name: "cell_change", columns: ["hour", "app_ref", "part"] + Count.allCases.map(\.name), in: database)
    divisions = try RowBatch(
      name: "latency_change",
      columns: ["hour", "app_ref", "channel_ref", "bucket", "count", "lower_ms", "upper_ms"], in: database)
    failures = try RowBatch(
      name: "failure_change", columns: ["hour", "app_ref", "channel_ref", "kind", "reason_ref", "count"],
      in: database)
    events = try RowBatch(
      name: "event_change", columns: ["hour", "app_ref", "kind", "events", "newest_ms"], in: database)
    let sums = Count.allCases.map { "\($0.name) = \($0.name) + excluded.\($0.name)" }.joined(separator: ", ")
    addChannels = try database.prepare(
      "INSERT INTO channel_hour SELECT * FROM cell_change WHERE true ON CONFLICT DO UPDATE SET \(sums)")
    addVersions = try database.prepare(
      "INSERT INTO version_hour SELECT * FROM cell_change WHERE true ON CONFLICT DO UPDATE SET \(sums)")
    addLatencies = try database.prepare(
      """
      INSERT INTO latency_hour SELECT hour, app_ref, channel_ref, bucket, count FROM latency_change WHERE true
      ON CONFLICT DO UPDATE SET count = count + excluded.count
      """)
    addBuckets = try database.prepare(
      "INSERT OR IGNORE INTO latency_bucket SELECT DISTINCT bucket, lower_ms, upper_ms FROM latency_change")
    addFailures = try database.prepare(
      """
      INSERT INTO failure_hour SELECT * FROM failure_change WHERE true
      ON CONFLICT DO UPDATE SET count = count + excluded.count
      """)
    addEvents = try database.prepare(
      """
      INSERT INTO event_hour SELECT * FROM event_change WHERE true
      ON CONFLICT DO UPDATE SET events = events + excluded.events, newest_ms = max(newest_ms, excluded.newest_ms)
      """)
    addEventSums = try database.prepare(
      """
      INSERT INTO event_sum
      SELECT app_ref, kind, sum(events), min(hour), max(newest_ms) FROM event_change WHERE true GROUP BY 1, 2
      ON CONFLICT DO UPDATE SET events = events + excluded.events, first_hour = min(first_hour, excluded.first_hour),
        newest_ms = max(newest_ms, excluded.newest_ms)
      """)
    // Only cells of this batch can have become empty.
    clean = [
      "DELETE FROM channel_hour WHERE deliveries = 0 AND (hour, app_ref, channel_ref) IN (SELECT hour, app_ref, part FROM cell_change)",
      "DELETE FROM version_hour WHERE deliveries = 0 AND (hour, app_ref, version_ref) IN (SELECT hour, app_ref, part FROM cell_change)",
      """
      DELETE FROM latency_hour WHERE count = 0 AND (hour, app_ref, channel_ref, bucket)
        IN (SELECT hour, app_ref, channel_ref, bucket FROM latency_change)
      """,
      """
      DELETE FROM failure_hour WHERE count = 0 AND (hour, app_ref, channel_ref, kind, reason_ref)
        IN (SELECT hour, app_ref, channel_ref, kind, reason_ref FROM failure_change)
      """,
    ]
  }

  /// Writes the differences; the caller's transaction holds the deliveries they come from.
  func write(_ changes: RollupChanges) throws {
    fill(changes.channels.cells)
    try addChannels.run()
    try cleanIfShrunk(changes.channels.cells.contains { $0.value[.deliveries] < 0 }, clean[0])
    fill(changes.versions.cells)
    try addVersions.run()
    try cleanIfShrunk(changes.versions.cells.contains { $0.value[.deliveries] < 0 }, clean[1])
    divisions.removeAll()
    for (key, count) in changes.latencies.cells where count != 0 {
      let range = LatencyBucket.range(of: Int(key.division))
      let cells: InlineArray<7, Int64> = [
        key.cell.hour, key.cell.app, key.cell.part, key.division, Int64(count), range.lowerBound,
        range.upperBound,
      ]
      divisions.append(cells.span)
    }
    try addLatencies.run()
    try addBuckets.run()
    try cleanIfShrunk(changes.latencies.cells.contains { $0.value < 0 }, clean[2])
    failures.removeAll()
    for (key, count) in changes.failures.cells where count != 0 {
      let cells: InlineArray<6, Int64> = [
        key.cell.hour, key.cell.app, key.cell.part, key.division, key.reason, Int64(count),
      ]
      failures.append(cells.span)
    }
    try addFailures.run()
    try cleanIfShrunk(changes.failures.cells.contains { $0.value < 0 }, clean[3])
    events.removeAll()
    for (kind, table) in changes.events.enumerated() {
      for (key, tally) in table.cells {
        let cells: InlineArray<5, Int64> = [
          key.hour, key.app, Int64(kind), Int64(tally.events), tally.newest,
        ]
        events.append(cells.span)
      }
    }
    try addEvents.run()
    try addEventSums.run()
  }

  private func fill(_ cells: [(key: RollupKey, value: Counts)]) {
    channels.removeAll()
    for (key, counts) in cells where !counts.isZero {
      var row = InlineArray<25, Int64>(repeating: 0)
      (row[0], row[1], row[2]) = (key.hour, key.app, key.part)
      for count in Count.allCases { row[3 + count.rawValue] = Int64(counts[count]) }
      channels.append(row.span)
    }
  }

  private func cleanIfShrunk(_ shrunk: Bool, _ sql: String) throws {
    if shrunk { try database.execute(sql) }
  }
}
