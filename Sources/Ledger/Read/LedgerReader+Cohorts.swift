package import ReceiptModel
import SQLite

extension LedgerReader {
  /// The first and last cohort hour, as a span of milliseconds; `nil` when no delivery belongs to a cohort.
  ///
  /// - Parameter moment: hours that begin after it are left out.
  package func cohortSpan(begunBy moment: Instant = .latest) throws -> Range<Int64>? {
    guard let first = try database.integer("SELECT min(hour) FROM channel_hour") else { return nil }
    let rows = try database.prepare("SELECT max(hour) FROM channel_hour WHERE hour <= ?1")
    rows.bind(RollupKey.hour(of: moment.milliseconds), at: 1)
    guard try rows.step(), let last = rows.optionalInteger(0) else { return nil }
    return first * 3_600_000..<(last + 1) * 3_600_000
  }

  /// From the hour of the first event to the last event, in milliseconds UTC; `nil` without any.
  package func eventSpan() throws -> Range<Int64>? {
    let rows = try database.prepare("SELECT min(first_hour), max(newest_ms) FROM event_sum")
    guard try rows.step(), let first = rows.optionalInteger(0), let newest = rows.optionalInteger(1) else {
      return nil
    }
    return first * 3_600_000..<newest + 1
  }

  /// Counters and latencies by day, AppKey and channel.
  package func channelCells(_ scope: CohortScope) throws -> [CohortCell] {
    let plan = try hourPlan(scope)
    var sums = try sums(of: .channels, scope, plan)
    try forEachStoredRow("latency_hour", plan) { row, day in try sums.addLatency(row, day: day) }
    try registerLatencyBucket()
    for part in plan.fragments {
      let latencies = try database.prepare(
        RollupDefinition.latencyHours(.init(filter: cohortFilter(part.span))))
      while try latencies.step() { try sums.addLatency(latencies, day: part.day) }
    }
    return sums.sorted()
  }

  /// Counters by day, AppKey and app version; without latencies, as all that follow.
  package func appVersionCells(_ scope: CohortScope) throws -> [CohortCell] {
    try sums(of: .appVersions, scope, hourPlan(scope)).sorted()
  }

  /// Counters by day, AppKey and OS version.
  package func osVersionCells(_ scope: CohortScope) throws -> [CohortCell] {
    try sums(of: .osVersions, scope, hourPlan(scope)).sorted()
  }

  /// Counters by day, AppKey, app version and OS version.
  ///
  /// What a day has of a row that others share is counted again from the deliveries, which may take a while; so days
  /// that need not be told apart are better given as one.
  package func versionCells(_ scope: CohortScope) throws -> [CohortCell] {
    let loaded = try hourPlan(scope)
    var sums = try sums(of: .versions, scope, HourPlan(scope, hours: CohortTable.versions.hours))
    let boundary = RollupKey.hour(of: max(0, scope.settledUntil))
    try forEachStoredRow("loaded_version_hour", loaded) { row, day in
      try sums.addCounts(row, day: day, isSettled: row.integer(0) < boundary)
    }
    return sums.sorted()
  }

  private func sums(of table: CohortTable, _ scope: CohortScope, _ plan: HourPlan) throws -> CellSums {
    var sums = CellSums(names: try CellNames(of: table, in: database), appKeys: scope.appKeys)
    let boundary = RollupKey.hour(of: max(0, scope.settledUntil))
    try forEachStoredRow(table.name, plan) { row, day in
      try sums.addCounts(row, day: day, isSettled: row.integer(0) < boundary)
    }
    for part in plan.fragments {
      let scope = RollupDefinition.Scope(
        filter: cohortFilter(part.span), settledUntil: scope.settledUntil)
      let rows = try database.prepare(RollupDefinition.cohorts(table, scope))
      while try rows.step() { try sums.addCounts(rows, day: part.day, isSettled: true) }
    }
    return sums
  }

  /// Failures by day, AppKey, channel, kind and reason, in that order.
  package func failureCells(_ scope: CohortScope) throws -> [FailureCell] {
    let plan = try hourPlan(scope)
    var counts: [[Int64]: Int] = [:]
    try forEachStoredRow("failure_hour", plan) { row, day in
      counts[[Int64(day), row.integer(1), row.integer(2), row.integer(3), row.integer(4)], default: 0] += Int(
        row.integer(5))
    }
    for part in plan.fragments {
      let rows = try database.prepare(RollupDefinition.failureHours(.init(filter: cohortFilter(part.span))))
      while try rows.step() {
        let key = [Int64(part.day), rows.integer(1), rows.integer(2), rows.integer(3), rows.integer(4)]
        counts[key, default: 0] += Int(rows.integer(5))
      }
    }
    let names = try CellNames(of: .channels, in: database)
    let reasons = try CellNames(database, part: "SELECT ref, code, text FROM reason", partCount: 2)
    return try counts.map { key, count in
      let reason = try reasons.parts(key[4])
      return FailureCell(
        day: Int(key[0]), appKey: try names.app(key[1]), channel: try names.parts(key[2])[0],
        kind: EventKind(rawValue: UInt8(key[3]))?.name ?? "", reasonCode: reason[0], reasonText: reason[1],
        count: count)
    }
    .filter { scope.appKeys.isEmpty || scope.appKeys.contains($0.appKey) }
    .map { (key: Self.key(of: $0), cell: $0) }.sorted { $0.key < $1.key }.map(\.cell)
  }

  private static func key(of cell: FailureCell) -> CohortKey {
    CohortKey(
      day: cell.day, appKey: cell.appKey,
      parts: [cell.channel, cell.kind, cell.reasonCode, cell.reasonText])
  }

  /// Counters and latencies of each message; `day` is 0 for all.
  ///
  /// Reads the deliveries of the scope.
  package func messageCells(_ scope: CohortScope) throws -> [CohortCell] {
    guard let window = scope.window else { return [] }
    let filter = RollupDefinition.Scope(
      filter: cohortFilter(window), settledUntil: scope.settledUntil)
    let names = try CellNames(
      database,
      part: "SELECT ref, message_id FROM message WHERE ref IN (\(messages(withCohortsIn: window)))",
      partCount: 1)
    var sums = CellSums(names: names, appKeys: scope.appKeys)
    try registerLatencyBucket()
    let rows = try database.prepare(RollupDefinition.messages(filter))
    while try rows.step() { try sums.addCounts(rows, day: 0, isSettled: true) }
    let latencies = try database.prepare(RollupDefinition.messageLatencies(filter))
    while try latencies.step() { try sums.addLatency(latencies, day: 0) }
    return sums.sorted()
  }

  /// The condition that picks the deliveries with a cohort in a span; other messages are not even read.
  private func cohortFilter(_ span: Range<Int64>) -> String {
    """
    AND f.message_ref IN (\(messages(withCohortsIn: span)))
    AND f.cohort_at >= \(span.lowerBound) AND f.cohort_at < \(span.upperBound)
    """
  }

  private func forEachStoredRow(_ table: String, _ plan: HourPlan, _ body: (Statement, Int) throws -> Void)
    throws
  {
    guard let first = plan.dayOfRow.keys.min(), let last = plan.dayOfRow.keys.max() else { return }
    let rows = try database.prepare("SELECT * FROM \(table) WHERE hour BETWEEN ?1 AND ?2")
    rows.bind(first, at: 1)
    rows.bind(last, at: 2)
    while try rows.step() { if let day = plan.dayOfRow[rows.integer(0)] { try body(rows, day) } }
  }
}

/// The names behind the references of a rollup's rows.
private struct CellNames {
  private var apps: [Int64: String] = [:]
  private var names: [Int64: [String]] = [:]

  init(_ database: Database, part sql: String, partCount: Int) throws {
    let appRows = try database.prepare("SELECT ref, app_key FROM app")
    while try appRows.step() { apps[appRows.integer(0)] = appRows.text(1) }
    let rows = try database.prepare(sql)
    while try rows.step() { names[rows.integer(0)] = (1...partCount).map { rows.text($0) } }
  }

  init(of table: CohortTable, in database: Database) throws {
    switch table {
    case .channels: try self.init(database, part: "SELECT ref, name FROM channel", partCount: 1)
    case .appVersions: try self.init(database, part: "SELECT ref, name FROM app_version", partCount: 1)
    case .osVersions: try self.init(database, part: "SELECT ref, name FROM os_version", partCount: 1)
    case .versions:
      try self.init(database, part: "SELECT ref, app_version, os_version FROM version", partCount: 2)
    }
  }

  /// The places of AppKeys and of names in the order of their bytes.
  func ranks() -> (apps: [Int64: Int], names: [Int64: Int]) {
    func ranks(_ texts: [Int64: [String]]) -> [Int64: Int] {
      let ordered = texts.map { (key: CohortKey(day: 0, appKey: "", parts: $0.value), ref: $0.key) }
        .sorted { $0.key < $1.key }
      return Dictionary(uniqueKeysWithValues: ordered.enumerated().map { ($1.ref, $0) })
    }
    return (ranks(apps.mapValues { [$0] }), ranks(names))
  }

  func app(_ ref: Int64) throws -> String {
    guard let name = apps[ref] else { throw LedgerError.inconsistent("a rollup names no AppKey") }
    return name
  }

  func parts(_ ref: Int64) throws -> [String] {
    guard let parts = names[ref] else { throw LedgerError.inconsistent("a rollup names no dictionary entry") }
    return parts
  }
}

/// Rollup rows being added up to cells.
///
/// The rows of one cell stand together, dozens of buckets of an hour, so the previous row's cell is looked at first.
private struct CellSums {
  let names: CellNames
  let appKeys: [String]
  private var cells: [CohortCell] = []
  private var places: [Key: Int?] = [:]
  private var last: (key: Key, place: Int?)?

  init(names: CellNames, appKeys: [String]) {
    self.names = names
    self.appKeys = appKeys
  }

  /// Adds a row of hour, AppKey, part and counters.
  ///
  /// - Parameter isSettled: whether its timeouts count; the stored sums count every delivery as settled.
  mutating func addCounts(_ row: Statement, day: Int, isSettled: Bool) throws {
    guard let place = try place(of: row, day: day) else { return }
    for count in Count.allCases where isSettled || !count.waitsForSettling {
      cells[place].counts[count] += Int(row.integer(3 + count.rawValue))
    }
  }

  /// Adds a row of hour, AppKey, part, bucket and count.
  mutating func addLatency(_ row: Statement, day: Int) throws {
    guard let place = try place(of: row, day: day) else { return }
    cells[place].latencies.add(bucket: Int(row.integer(3)), count: Int(row.integer(4)))
  }

  /// The place of a row's cell; `nil` for an AppKey that was not asked for.
  private mutating func place(of row: Statement, day: Int) throws -> Int? {
    let key = Key(day: day, app: row.integer(1), part: row.integer(2))
    if let last, last.key == key { return last.place }
    let place = if let known = places[key] { known } else { try add(key) }
    last = (key, place)
    return place
  }

  private mutating func add(_ key: Key) throws -> Int? {
    let appKey = try names.app(key.app)
    let isWanted = appKeys.isEmpty || appKeys.contains(appKey)
    let place = isWanted ? cells.count : nil
    places.updateValue(place, forKey: key)
    if isWanted {
      let parts = try names.parts(key.part)
      cells.append(CohortCell(key: CohortKey(day: key.day, appKey: appKey, parts: parts)))
    }
    return place
  }

  /// The cells in the order of their keys.
  ///
  /// It compares the places of names among all names: there may be a hundred cells for each name.
  func sorted() -> [CohortCell] {
    let ranks = names.ranks()
    let order = places.compactMap { key, place in
      place.map { (key.day, ranks.apps[key.app] ?? 0, ranks.names[key.part] ?? 0, $0) }
    }
    return order.sorted { $0 < $1 }.map { cells[$0.3] }
  }

  private struct Key: Hashable {
    var day: Int
    var app: Int64
    var part: Int64
  }
}
