import ReceiptModel
import SQLite

/// Adds a run's differences to the rollup tables, except in hours that are not counted from the log.
struct RollupWriter {
  private let cells: RowBatch
  private let divisions: RowBatch
  private let failures: RowBatch
  private let events: RowBatch
  private let cohorts: [CohortTable: CohortStatements]
  private let addLatencies: Statement
  private let addBuckets: Statement
  private let addFailures: Statement
  private let addEvents: Statement
  private let addEventSums: Statement
  private var pairs: VersionPairs
  private let database: Database

  private struct CohortStatements {
    let add: Statement
    let clean: String
  }

  init(in database: Database) throws {
    self.database = database
    cells = try RowBatch(name: "cell_change", columns: RowBatch.cohortColumns, in: database)
    divisions = try RowBatch(
      name: "latency_change",
      columns: ["hour", "app_ref", "channel_ref", "bucket", "count", "lower_ms", "upper_ms"], in: database)
    failures = try RowBatch(
      name: "failure_change", columns: ["hour", "app_ref", "channel_ref", "kind", "reason_ref", "count"],
      in: database)
    events = try RowBatch(
      name: "event_change", columns: ["hour", "app_ref", "kind", "events", "newest_ms"], in: database)
    let sums = Count.allCases.map { "\($0.name) = \($0.name) + excluded.\($0.name)" }.joined(separator: ", ")
    cohorts = try Dictionary(
      uniqueKeysWithValues: CohortTable.allCases.map { table in
        let add = try database.prepare(
          "INSERT INTO \(table.name) SELECT * FROM cell_change WHERE true ON CONFLICT DO UPDATE SET \(sums)")
        return (
          table,
          CohortStatements(
            add: add,
            clean: """
              DELETE FROM \(table.name) WHERE deliveries = 0
                AND (hour, app_ref, \(table.part)) IN (SELECT hour, app_ref, part FROM cell_change)
              """)
        )
      })
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
      INSERT INTO event_sum SELECT app_ref, kind, sum(events), min(hour), max(newest_ms) FROM event_change GROUP BY 1, 2
      ON CONFLICT DO UPDATE SET events = events + excluded.events, first_hour = min(first_hour, excluded.first_hour),
        newest_ms = max(newest_ms, excluded.newest_ms)
      """)
    pairs = try VersionPairs(in: database)
  }

  /// Writes the differences and forgets them; the caller's transaction holds the deliveries they come from.
  mutating func write(_ changes: inout RollupChanges) throws {
    if let hour = changes.firstHour { try database.outdateJudgements(from: hour) }
    let loaded = try LoadedHours(in: database)
    try write(changes.channels.takeSorted { !loaded.contains($0.hour) }, to: .channels)
    let versions = changes.versions.takeSorted { !loaded.contains($0.hour) }
    for table in CohortTable.ofVersions { try write(pairs.changes(versions, of: table), to: table) }
    let latencies = changes.latencies.takeSorted()
    // Of all hours, since those whose load is taken away are counted by SQL, which knows no limits of buckets.
    try forEachPart(of: latencies) { cells in
      fillLatencies(cells)
      try addBuckets.run()
    }
    try forEachPart(of: latencies.filter { !loaded.contains($0.key.cell.hour) }) { cells in
      fillLatencies(cells)
      try addLatencies.run()
      try cleanIfShrunk(cells.contains { $0.value < 0 }, Self.cleanLatencies)
    }
    try forEachPart(of: changes.failures.takeSorted { !loaded.contains($0.cell.hour) }) { cells in
      fillFailures(cells)
      try addFailures.run()
      try cleanIfShrunk(cells.contains { $0.value < 0 }, Self.cleanFailures)
    }
    for kind in changes.events.indices {
      try forEachPart(of: changes.events[kind].takeSorted { !loaded.contains($0.hour) }) { cells in
        fillEvents(cells, Int64(kind))
        try addEvents.run()
        try addEventSums.run()
      }
    }
  }

  private func write(_ changes: [CohortChange], to table: CohortTable) throws {
    guard let statements = cohorts[table] else { return }
    var next = 0
    while next < changes.count {
      let isShrunk = cells.fill(changes, from: &next, limit: Self.rowsAtOnce)
      try statements.add.run()
      try cleanIfShrunk(isShrunk, statements.clean)
    }
  }

  /// Passes sorted cells on, some at a time.
  ///
  /// SQLite keeps every page that a statement changes in memory until the statement ends, and in this order few rows
  /// share few pages.
  private func forEachPart<Key, Value>(
    of cells: [(key: Key, value: Value)], _ body: (ArraySlice<(key: Key, value: Value)>) throws -> Void
  ) rethrows {
    for start in stride(from: 0, to: cells.count, by: Self.rowsAtOnce) {
      try body(cells[start..<min(start + Self.rowsAtOnce, cells.count)])
    }
  }

  private static let rowsAtOnce = 1024

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

  // Only cells of this batch can have become empty.
  private func cleanIfShrunk(_ shrunk: Bool, _ sql: String) throws {
    if shrunk { try database.execute(sql) }
  }

  private static let cleanLatencies = """
    DELETE FROM latency_hour WHERE count = 0 AND (hour, app_ref, channel_ref, bucket)
      IN (SELECT hour, app_ref, channel_ref, bucket FROM latency_change)
    """
  private static let cleanFailures = """
    DELETE FROM failure_hour WHERE count = 0 AND (hour, app_ref, channel_ref, kind, reason_ref)
      IN (SELECT hour, app_ref, channel_ref, kind, reason_ref FROM failure_change)
    """
}
