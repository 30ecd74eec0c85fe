import ReceiptModel
import SQLite

/// Sums of an engine that stand in a ledger.
package struct StandingLoad: Equatable, Sendable {
  /// What the engine's manifest calls them.
  package var name: String
  /// Milliseconds UTC.
  package var scope: Range<Int64>
}

extension LedgerReader {
  /// Whether the sums of any hours were loaded.
  package var hasLoads: Bool {
    get throws { try database.integer("SELECT EXISTS (SELECT 1 FROM loaded_run)") == 1 }
  }

  /// The loads that the ledger holds, in the order of their hours.
  package func loads() throws -> [StandingLoad] {
    let rows = try database.prepare("SELECT run, start_ms, end_ms FROM loaded_run ORDER BY start_ms")
    var loads: [StandingLoad] = []
    while try rows.step() {
      loads.append(StandingLoad(name: rows.text(0), scope: rows.integer(1)..<rows.integer(2)))
    }
    return loads
  }

  /// The loaded days that have some of a span, in milliseconds UTC and in order.
  package func loadedDays(in span: Range<Int64>) throws -> [Range<Int64>] {
    let rows = try database.prepare(
      "SELECT start_ms, end_ms FROM loaded_day WHERE end_ms > ?1 AND start_ms < ?2 ORDER BY start_ms")
    rows.bind(span.lowerBound, at: 1)
    rows.bind(span.upperBound, at: 2)
    var days: [Range<Int64>] = []
    while try rows.step() { days.append(rows.integer(0)..<rows.integer(1)) }
    return days
  }

  /// Whether some deliveries of a message, or all of it on one device, lie in loaded days and count nowhere.
  ///
  /// - Parameter device: `nil` for all devices of the message.
  package func isInLoadedDays(message: String, on device: String?) throws -> Bool {
    guard try hasLoads, let reference = try reference(of: message) else { return false }
    let find = try database.prepare(
      """
      SELECT 1 FROM delivery_fact AS f WHERE f.message_ref = ?1 \(device == nil ? "" : "AND f.device = ?2")
        AND NOT \(Schema.isCounted("coalesce(f.cohort_at, f.base_ms)")) LIMIT 1
      """)
    find.bind(reference, at: 1)
    if let device { StoredDevice(device).bind(to: find, at: 2) }
    return try find.step()
  }

  /// How hours answer a scope.
  ///
  /// - Throws: `LedgerError.partOfLoadedHour` when it needs a part of an hour of which only sums are there.
  func hourPlan(_ scope: CohortScope) throws -> HourPlan {
    let plan = HourPlan(scope)
    let loaded = try loads().map(\.scope)
    if let part = plan.fragments.first(where: { part in loaded.contains { $0.contains(part.start) } }) {
      throw LedgerError.partOfLoadedHour(
        path: path, hour: ReportZone.utc.iso(Instant(milliseconds: part.hour * 3_600_000)))
    }
    return plan
  }
}
