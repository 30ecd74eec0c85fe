import ReceiptModel
import SQLite

/// Counters by day, AppKey and what a table of cohorts tells apart, with latencies beside those of channels.
///
/// The table holds whole hours, and parts of hours come from the deliveries. It keeps a cell for each key; none for a message, delivery or device.
final class CohortSums: DeliveryVisitor {
  let windows: [Range<Int64>]
  let ofOtherMessages = OtherMessages.nothing
  private var window: Range<Int64> = 0..<0
  /// One value, for the reason that `MessageSums` has one.
  private var added: Added

  /// - Parameter readsSums: whether what the table holds is read from it and not counted again.
  /// - Throws: as `LedgerReader.hourPlan`.
  init(
    _ table: CohortTable, _ scope: CohortScope, counters: [Count], in reader: LedgerReader, readsSums: Bool
  ) throws {
    let hours = readsSums ? try reader.hourPlan(scope) : .deliveries(of: scope)
    let plan = readsSums && table == .versions ? HourPlan(scope, hours: table.hours) : hours
    windows = plan.fragments.map(\.span)
    var sums = CellSums(
      names: try CohortNames(of: table, in: reader.database), appKeys: scope.appKeys, counters: counters)
    let boundary = RollupKey.hour(of: max(0, scope.settledUntil))
    let columns = ["hour", "app_ref", table.part] + counters.map(\.name)
    try reader.forEachStoredRow(table.name, columns: columns, plan) { row, day in
      try sums.addCounts(row, day: day, isSettled: row[0] < boundary)
    }
    switch table {
    case .channels:
      let columns = ["hour", "app_ref", table.part, "bucket", "count"]
      try reader.forEachStoredRow("latency_hour", columns: columns, plan) { row, day in
        try sums.addLatency(row, day: day)
      }
    case .versions:
      try reader.forEachStoredRow("loaded_version_hour", columns: columns, hours) { row, day in
        try sums.addCounts(row, day: day, isSettled: row[0] < boundary)
      }
    case .appVersions, .osVersions: break
    }
    added = Added(
      table: table, fragments: plan.fragments, spans: SpanSearch(windows), settledUntil: scope.settledUntil,
      versions: try BuildVersions(in: reader.database), sums: sums)
  }

  func begin(_ message: PassedMessage) { window = message.window }

  func visit(_ deliveries: Span<PassedDelivery>) throws { try added.add(deliveries, in: window) }

  /// The cells, once the pass has run.
  func cells() throws -> CohortCells { try added.sums.take() }
}

/// What single deliveries are added to.
private struct Added {
  let table: CohortTable
  let fragments: [HourPlan.Fragment]
  var spans: SpanSearch
  let settledUntil: Int64
  var versions: BuildVersions
  var sums: CellSums

  mutating func add(_ deliveries: Span<PassedDelivery>, in window: Range<Int64>) throws {
    for place in deliveries.indices { try add(deliveries[place].facts, in: window) }
  }

  private mutating func add(_ delivery: PassedFacts, in window: Range<Int64>) throws {
    guard let cohort = delivery.countedCohort, window.contains(cohort), let place = spans.place(of: cohort)
    else { return }
    try sums.add(
      delivery.counts(settledUntil: settledUntil),
      latency: table == .channels ? delivery.ackLatency : nil, day: fragments[place].day, app: delivery.app,
      part: table == .channels ? delivery.channel : version(of: delivery.build))
  }

  private mutating func version(of build: Int64) throws -> Int64 {
    let version = try versions.of(build)
    return switch table {
    case .channels, .versions: version.pair
    case .appVersions: version.app
    case .osVersions: version.system
    }
  }
}
