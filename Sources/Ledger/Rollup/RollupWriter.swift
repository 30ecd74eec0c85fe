import ReceiptModel
import SQLite

/// Adds a run's differences to the rollup tables, except in hours that are not counted from the log.
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
    let isCounted = Schema.isCountedHour
    addChannels = try database.prepare(
      "INSERT INTO channel_hour SELECT * FROM cell_change WHERE \(isCounted) ON CONFLICT DO UPDATE SET \(sums)"
    )
    addVersions = try database.prepare(
      "INSERT INTO version_hour SELECT * FROM cell_change WHERE \(isCounted) ON CONFLICT DO UPDATE SET \(sums)"
    )
    addLatencies = try database.prepare(
      """
      INSERT INTO latency_hour SELECT hour, app_ref, channel_ref, bucket, count FROM latency_change WHERE \(isCounted)
      ON CONFLICT DO UPDATE SET count = count + excluded.count
      """)
    addBuckets = try database.prepare(
      "INSERT OR IGNORE INTO latency_bucket SELECT DISTINCT bucket, lower_ms, upper_ms FROM latency_change")
    addFailures = try database.prepare(
      """
      INSERT INTO failure_hour SELECT * FROM failure_change WHERE \(isCounted)
      ON CONFLICT DO UPDATE SET count = count + excluded.count
      """)
    addEvents = try database.prepare(
      """
      INSERT INTO event_hour SELECT * FROM event_change WHERE \(isCounted)
      ON CONFLICT DO UPDATE SET events = events + excluded.events, newest_ms = max(newest_ms, excluded.newest_ms)
      """)
    addEventSums = try database.prepare(
      """
      INSERT INTO event_sum
      SELECT app_ref, kind, sum(events), min(hour), max(newest_ms) FROM event_change WHERE \(isCounted) GROUP BY 1, 2
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

  /// Writes the differences and forgets them; the caller's transaction holds the deliveries they come from.
  func write(_ changes: inout RollupChanges) throws {
    try forEachPart(of: &changes.channels) { cells in
      fill(cells)
      try addChannels.run()
      try cleanIfShrunk(cells.contains { $0.value[.deliveries] < 0 }, clean[0])
    }
    try forEachPart(of: &changes.versions) { cells in
      fill(cells)
      try addVersions.run()
      try cleanIfShrunk(cells.contains { $0.value[.deliveries] < 0 }, clean[1])
    }
    try forEachPart(of: &changes.latencies) { cells in
      fillLatencies(cells)
      try addLatencies.run()
      try addBuckets.run()
      try cleanIfShrunk(cells.contains { $0.value < 0 }, clean[2])
    }
    try forEachPart(of: &changes.failures) { cells in
      fillFailures(cells)
      try addFailures.run()
      try cleanIfShrunk(cells.contains { $0.value < 0 }, clean[3])
    }
    for kind in changes.events.indices {
      try forEachPart(of: &changes.events[kind]) { cells in
        fillEvents(cells, Int64(kind))
        try addEvents.run()
        try addEventSums.run()
      }
    }
  }

  /// Takes all cells of a table, in the order of their keys, some at a time.
  ///
  /// SQLite keeps every page that a statement changes in memory until the statement ends, and in this order few rows
  /// share few pages.
  private func forEachPart<Key, Value>(
    of table: inout RollupTable<Key, Value>, _ body: (ArraySlice<(key: Key, value: Value)>) throws -> Void
  ) rethrows {
    let cells = table.takeSorted()
    for start in stride(from: 0, to: cells.count, by: Self.rowsAtOnce) {
      try body(cells[start..<min(start + Self.rowsAtOnce, cells.count)])
    }
  }

  private static let rowsAtOnce = 1024

  private func fill(_ cells: ArraySlice<(key: RollupKey, value: Counts)>) {
    channels.removeAll()
    var row: [Int64] = []
    for (key, counts) in cells where !counts.isZero {
      row.removeAll(keepingCapacity: true)
      row += [key.hour, key.app, key.part]
      for count in Count.allCases { row.append(Int64(counts[count])) }
      channels.append(row.span)
    }
  }

  private func fillLatencies(_ cells: ArraySlice<(key: DividedKey, value: Int)>) {
    divisions.removeAll()
    for (key, count) in cells where count != 0 {
      let range = LatencyBucket.range(of: Int(key.division))
      let row: InlineArray<7, Int64> = [
        key.cell.hour, key.cell.app, key.cell.part, key.division, Int64(count), range.lowerBound,
        range.upperBound,
      ]
      divisions.append(row.span)
    }
  }

  private func fillFailures(_ cells: ArraySlice<(key: DividedKey, value: Int)>) {
    failures.removeAll()
    for (key, count) in cells where count != 0 {
      let row: InlineArray<6, Int64> = [
        key.cell.hour, key.cell.app, key.cell.part, key.division, key.reason, Int64(count),
      ]
      failures.append(row.span)
    }
  }

  private func fillEvents(
    _ cells: ArraySlice<(key: RollupKey, value: RollupChanges.EventTally)>, _ kind: Int64
  ) {
    events.removeAll()
    for (key, tally) in cells {
      let row: InlineArray<5, Int64> = [key.hour, key.app, kind, Int64(tally.events), tally.newest]
      events.append(row.span)
    }
  }

  private func cleanIfShrunk(_ shrunk: Bool, _ sql: String) throws {
    if shrunk { try database.execute(sql) }
  }
}
