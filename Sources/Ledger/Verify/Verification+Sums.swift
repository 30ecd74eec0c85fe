import Files
import ReceiptModel
import SQLite

extension LedgerReader {
  /// Compares each table of sums with what the deliveries come to.
  ///
  /// SQL judges each delivery once. The cells are added up here, because SQLite would sort rows of all counters anew for
  /// each table, and in memory.
  ///
  /// - Parameter limit: bytes of the cells of each table to keep in memory.
  /// - Returns: a sentence for each table that differs.
  func sumProblems(keeping limit: Int = 12 << 20) throws -> [String] {
    let failures = try differences(
      "failure_hour", RollupDefinition.counted("failure_hour"), RollupDefinition.failureHours(.everything))
    return try cohortProblems(limit) + failures + eventProblems(limit)
      + differences("event_sum", "FROM event_sum", Schema.eventSums)
  }

  private func cohortProblems(_ limit: Int) throws -> [String] {
    let tables = CohortTable.allCases
    let folder = StorePath.folder(of: path)
    var cells = tables.map { _ in RecountedSums<CountedKey, Int>(folder: folder, keeping: limit) }
    var latencies = RecountedSums<DividedKey, Int>(folder: folder, keeping: limit)
    let rows = try database.prepare(RollupDefinition.deliveryCounters)
    while try rows.step() {
      let (hour, app) = (rows.integer(0), rows.integer(1))
      let counters = CountSet(bits: UInt32(truncatingIfNeeded: rows.integer(3 + tables.count)))
      for (place, table) in tables.enumerated() {
        let row = table.row(ofHour: hour)
        try cells[place].add(
          1, to: CountedKey(hour: row, app: app, part: rows.integer(2 + place), counters: counters))
      }
      guard let latency = rows.optionalInteger(2 + tables.count) else { continue }
      let cell = RollupKey(hour: hour, app: app, part: rows.integer(2))
      try latencies.add(1, to: DividedKey(cell: cell, division: Int64(LatencyBucket.bucket(of: latency))))
    }
    var problems = [try compare(&latencies)]
    for (place, table) in tables.enumerated() { problems.append(try compare(&cells[place], table)) }
    return problems.compactMap { $0 }
  }

  private func compare(_ cells: inout RecountedSums<CountedKey, Int>, _ table: CohortTable) throws -> String?
  {
    // Rows of several hours have nothing of loaded ones.
    let rows = table == .versions ? "FROM \(table.name)" : RollupDefinition.counted(table.name)
    var comparison = try SumComparison<RollupKey, Counts>(
      table.name, database.prepare("SELECT * \(rows) ORDER BY hour, app_ref, \(table.part)"), key: Self.cell
    ) { row, counts in Count.allCases.allSatisfy { row.integer(3 + $0.rawValue) == Int64(counts[$0]) } }
    try cells.drain { changes in
      var next = 0
      while next < changes.count {
        let (key, counts) = changes.takeCell(at: &next)
        try comparison.compare(RollupKey(hour: key.hour, app: key.app, part: key.part), counts)
      }
    }
    return try comparison.finish()
  }

  private func compare(_ latencies: inout RecountedSums<DividedKey, Int>) throws -> String? {
    let rows =
      "SELECT * \(RollupDefinition.counted("latency_hour")) ORDER BY hour, app_ref, channel_ref, bucket"
    var comparison = try SumComparison<DividedKey, Int>(
      "latency_hour", database.prepare(rows),
      key: { DividedKey(cell: Self.cell($0), division: $0.integer(3)) }
    ) { $0.integer(4) == Int64($1) }
    try latencies.drain { for (key, count) in $0 { try comparison.compare(key, count) } }
    return try comparison.finish()
  }

  private func eventProblems(_ limit: Int) throws -> [String] {
    let loaded = try LoadedHours(in: database)
    var sums = RecountedSums<RollupKey, RollupChanges.EventTally>(
      folder: StorePath.folder(of: path), keeping: limit)
    func add(_ kind: Int64, at time: Int64, app: Int64) throws {
      let hour = RollupKey.hour(of: time)
      guard !loaded.contains(hour) else { return }
      try sums.add(.init(events: 1, newest: time), to: RollupKey(hour: hour, app: app, part: kind))
    }
    let firsts = try database.prepare(
      "SELECT app_ref, base_ms, \(Schema.kindColumns.joined(separator: ", ")) FROM delivery")
    while try firsts.step() {
      for kind in Schema.kindColumns.indices {
        guard let delay = firsts.optionalInteger(2 + kind) else { continue }
        try add(Int64(kind), at: firsts.integer(1) &+ delay, app: firsts.integer(0))
      }
    }
    let repeats = try database.prepare("SELECT app_ref, kind, at_ms FROM repeat")
    while try repeats.step() {
      try add(repeats.integer(1), at: repeats.integer(2), app: repeats.integer(0))
    }
    let rows = "SELECT * \(RollupDefinition.counted("event_hour")) ORDER BY hour, app_ref, kind"
    var comparison = try SumComparison<RollupKey, RollupChanges.EventTally>(
      "event_hour", database.prepare(rows), key: Self.cell
    ) { $0.integer(3) == Int64($1.events) && $0.integer(4) == $1.newest }
    try sums.drain { for (key, tally) in $0 { try comparison.compare(key, tally) } }
    return try [comparison.finish()].compactMap { $0 }
  }

  /// The first three columns of a row: hour, AppKey and what else the table tells apart.
  private static func cell(_ row: Statement) -> RollupKey {
    RollupKey(hour: row.integer(0), app: row.integer(1), part: row.integer(2))
  }
}
