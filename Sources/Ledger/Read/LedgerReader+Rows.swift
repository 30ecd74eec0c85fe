package import ReceiptModel
import SQLite

/// Rows of the ledger that are exported one by one.
package enum ExportedRows: String, CaseIterable, Sendable {
  case deliveries, events

  /// Those of the view; `at_ms` is called `at`.
  package var columns: [ResultColumn] {
    PublicView.named(rawValue).columns.map { column in
      let type: ResultType = column.type == "integer" ? .integer : column.type == "real" ? .real : .identifier
      return ResultColumn(
        column.name == "at_ms" ? "at" : column.name, type, unit: column.unit.isEmpty ? nil : column.unit)
    }
  }

  /// Selects the view's columns and then the time of the cohort.
  fileprivate var sql: String {
    switch self {
    case .deliveries:
      "SELECT *, coalesce(sent_at, send_failed_at, accepted_at) AS cohort_at FROM deliveries"
    case .events: PublicView.cohortEvents
    }
  }
}

extension LedgerReader {
  /// Calls `body` with each row, and the time of its delivery's cohort where it is in one.
  ///
  /// - Parameters:
  ///   - window: of cohorts; `nil` for all rows, also those in no cohort.
  ///   - appKeys: none for all.
  package func forEachRow(
    of rows: ExportedRows, in window: Range<Int64>?, appKeys: [String],
    _ body: (_ row: [Cell], _ cohort: Instant?) throws -> Void
  ) throws {
    var conditions: [String] = []
    if let window {
      conditions.append("cohort_at >= \(window.lowerBound) AND cohort_at < \(window.upperBound)")
    }
    if !appKeys.isEmpty {
      conditions.append("app_key IN (\(appKeys.indices.map { "?\($0 + 1)" }.joined(separator: ", ")))")
    }
    let filter = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    let statement = try database.prepare("SELECT * FROM (\(rows.sql))\(filter)")
    for (place, key) in appKeys.enumerated() { statement.bind(key, at: place + 1) }
    let columns = rows.columns.count
    while try statement.step() {
      let cohort = statement.optionalInteger(columns).map(Instant.init(milliseconds:))
      try body((0..<columns).map { statement.cell($0) }, cohort)
    }
  }
}
