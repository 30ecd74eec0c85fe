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
    try channelSeries(scope).byDay
  }

  /// The same, of which each is made when it is asked for: of hours in place of days there are many.
  package func channelSeries(_ scope: CohortScope) throws -> CohortCells { try cells(of: .channels, scope) }

  /// Counters by day, AppKey, app version and OS version.
  ///
  /// What a day has of a row that others share is counted again from the deliveries, which may take a while; so days
  /// that need not be told apart are better given as one.
  package func versionCells(_ scope: CohortScope) throws -> CohortCells { try cells(of: .versions, scope) }

  private func cells(of table: CohortTable, _ scope: CohortScope) throws -> CohortCells {
    try DeliveryPass.answer(over: self) { try $0.cells(of: table, scope) }
  }

  /// Failures by day, AppKey, channel, kind and reason, in that order.
  ///
  /// - Parameter job: the only one whose pushes count, empty for those without one; `nil` for all pushes.
  package func failureCells(_ scope: CohortScope, ofJob job: String? = nil) throws -> [FailureCell] {
    let plan = try job == nil ? hourPlan(scope) : .deliveries(of: scope)
    let ofJob = try job.map { " AND f.context_ref IN (\(try contexts(ofJob: $0)))" } ?? ""
    var counts: [[Int64]: Int] = [:]
    let columns = ["hour", "app_ref", "channel_ref", "kind", "reason_ref", "count"]
    try forEachStoredRow("failure_hour", columns: columns, plan) { row, day in
      counts[[Int64(day), row[1], row[2], row[3], row[4]], default: 0] += Int(row[5])
    }
    for part in plan.fragments {
      let rows = try database.prepare(
        RollupDefinition.failureHours(.init(filter: cohortFilter(part.span) + ofJob)))
      while try rows.step() {
        let key = [Int64(part.day), rows.integer(1), rows.integer(2), rows.integer(3), rows.integer(4)]
        counts[key, default: 0] += Int(rows.integer(5))
      }
    }
    let names = try CellNames(database, part: "SELECT ref, name FROM channel", partCount: 1)
    let reasons = try CellNames(database, part: "SELECT ref, code, text FROM reason", partCount: 2)
    return try counts.map { key, count in
      let reason = try reasons.parts(key[4])
      return FailureCell(
        day: Int(key[0]), appKey: try names.app(key[1]), channel: try names.parts(key[2])[0],
        kind: EventKind(stored: key[3])?.name ?? "", reasonCode: reason[0], reasonText: reason[1],
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

  /// The condition that picks the deliveries with a cohort in a span; other messages are not even read.
  private func cohortFilter(_ span: Range<Int64>) -> String {
    """
    AND f.message_ref IN (\(messages(withCohortsIn: span)))
    AND f.cohort_at >= \(span.lowerBound) AND f.cohort_at < \(span.upperBound)
    """
  }

  /// Calls `body` with the rows of a plan's days, each with the place of its day.
  ///
  /// - Parameter columns: the hour first.
  func forEachStoredRow(
    _ table: String, columns: [String], _ plan: HourPlan, _ body: (Span<Int64>, Int) throws -> Void
  ) throws {
    guard let first = plan.dayOfRow.keys.min(), let last = plan.dayOfRow.keys.max() else { return }
    // The rows of an hour stand together.
    var (hour, day) = (first, plan.dayOfRow[first])
    var rows = try SumRows(of: table, columns: columns, in: database)
    try rows.forEach(in: first...last) { row in
      if row[0] != hour {
        hour = row[0]
        day = plan.dayOfRow[hour]
      }
      if let day { try body(row, day) }
    }
  }
}
