package import ReceiptModel
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

  /// The days known by sums alone that have some of a span, in order.
  ///
  /// - Parameter span: milliseconds UTC.
  package func summedDays(in span: Range<Int64>) throws -> [SummedDay] {
    let rows = try database.prepare(
      """
      SELECT d.start_ms, d.end_ms, r.run FROM loaded_day AS d JOIN loaded_run AS r ON r.start_ms = d.run_start_ms
      WHERE d.end_ms > ?1 AND d.start_ms < ?2 ORDER BY d.start_ms
      """)
    rows.bind(span.lowerBound, at: 1)
    rows.bind(span.upperBound, at: 2)
    var days: [SummedDay] = []
    while try rows.step() {
      days.append(SummedDay(span: rows.integer(0)..<rows.integer(1), run: rows.text(2)))
    }
    return days
  }

  /// What sums may hold of a message, or of all of it on one device, beside what is told of it.
  ///
  /// - Parameter device: `nil` for all devices of the message.
  package func untoldSums(of message: String, on device: String? = nil) throws -> UntoldSums {
    guard try hasLoads else { return .none }
    guard let reference = try reference(of: message) else { return .ofOtherDays }
    let find = try database.prepare(
      LedgerSQL.statement("loaded/untold", ["is_on_device": device == nil ? "true" : "f.device = ?2"]))
    find.bind(reference, at: 1)
    if let device { StoredDevice(device).bind(to: find, at: 2) }
    return try find.step() ? .ofItsDays : .ofOtherDays
  }

  /// Refuses to make the ledger anew from its logs where these do not give all of it.
  ///
  /// - Throws: `LoadedSumsError.inNoLog`.
  package func refuseMakingAnew() throws {
    if try hasLoads { throw LoadedSumsError.inNoLog }
  }

  /// How hours answer a scope.
  ///
  /// - Throws: `LoadedSumsError.partOfHour` when it needs a part of an hour of which only sums are there.
  func hourPlan(_ scope: CohortScope) throws -> HourPlan {
    let plan = HourPlan(scope)
    let loaded = try loads().map(\.scope)
    let starts = plan.fragments.map(\.span.lowerBound)
    if let start = starts.first(where: { start in loaded.contains { $0.contains(start) } }) {
      let hour = RollupKey.hour(of: start)
      throw LoadedSumsError.partOfHour(
        path: path, hour: ReportZone.utc.iso(Instant(milliseconds: hour * 3_600_000)))
    }
    return plan
  }
}
