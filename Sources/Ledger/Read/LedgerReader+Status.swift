package import ReceiptModel
import SQLite

/// What a ledger holds, for an overview.
package struct LedgerStatus: Sendable {
  package var deliveries = 0
  package var events = 0
  package var messages = 0
  /// Milliseconds UTC.
  package var firstEvent: Int64?
  package var lastEvent: Int64?
  /// Lines from before this moment are refused, since the ledger was pruned.
  package var prunedBefore: Int64?
  package var files = 0
  /// The counts of all files; `events` counts repeated ones, too.
  package var counts = LineCounts()
  /// Days whose sums were loaded, and the deliveries that these count.
  package var loadedDays = 0
  var loadedDeliveries = 0
  /// Deliveries that other logs tell under their own names.
  package var links = LinkCounts()
  /// By AppKey and kind.
  package var freshness: [(appKey: String, kind: String, newest: Int64, events: Int)] = []
}

extension LedgerStatus {
  /// Its counts by name.
  package var figures: [(name: String, count: Int)] {
    [
      ("deliveries", deliveries), ("events", events), ("messages", messages), ("files", files),
      ("lines", counts.lines), ("merged", counts.merged), ("duplicate", counts.duplicate),
      ("rejected", counts.rejected), ("ignored", counts.ignored), ("links_joined", links.joined),
      ("links_ambiguous", links.ambiguous), ("links_unknown", links.unknown),
    ]
      // Most ledgers have none.
      + (loadedDays > 0 ? [("loaded_days", loadedDays), ("loaded_deliveries", loadedDeliveries)] : [])
  }
}

extension LedgerReader {
  /// Whether nothing was ever put into it, or nothing of that has left a trace.
  package var isEmpty: Bool {
    get throws {
      try database.integer(
        """
        SELECT NOT EXISTS (SELECT 1 FROM delivery) AND NOT EXISTS (SELECT 1 FROM file)
          AND NOT EXISTS (SELECT 1 FROM message) AND NOT EXISTS (SELECT 1 FROM publication)
          AND NOT EXISTS (SELECT 1 FROM loaded_run)
          AND NOT EXISTS (SELECT 1 FROM setting WHERE name = '\(Self.watermarkName)')
        """
      ) == 1
    }
  }

  /// The newest event that was ever read, in milliseconds UTC, whether it is here or not; `nil` before the first.
  func newestRead() throws -> Int64? {
    try database.integer(
      """
      SELECT max(at_ms) FROM (SELECT max(newest_ms) AS at_ms FROM event_sum UNION ALL SELECT max(last_event_at) FROM file
        UNION ALL SELECT max(newest_ms) FROM loaded_run)
      """)
  }

  package func status() throws -> LedgerStatus {
    var status = LedgerStatus()
    status.deliveries = Int(try database.integer("SELECT count(*) FROM delivery") ?? 0)
    status.messages = Int(try database.integer("SELECT count(*) FROM message") ?? 0)
    // Only a message with events in the first hour can have the first of all.
    if let hour = try database.integer("SELECT min(first_hour) FROM event_sum") {
      // Within what events may have: a ledger that somebody has changed may hold any number.
      let start = min(max(0, hour), Instant.latest.milliseconds / 3_600_000) * 3_600_000
      status.firstEvent = try database.integer(
        """
        SELECT min(base_ms) FROM delivery
        WHERE message_ref IN (\(messages(withEventsIn: start..<start + 3_600_000)))
        """)
    }
    let files = try database.prepare(
      """
      SELECT count(*), coalesce(sum(lines), 0), coalesce(sum(merged), 0), coalesce(sum(duplicate), 0),
        coalesce(sum(rejected), 0), coalesce(sum(ignored), 0), coalesce(sum(events), 0) FROM file
      """)
    if try files.step() {
      status.files = Int(files.integer(0))
      status.counts = LineCounts(
        lines: Int(files.integer(1)), merged: Int(files.integer(2)), duplicate: Int(files.integer(3)),
        rejected: Int(files.integer(4)), ignored: Int(files.integer(5)), events: Int(files.integer(6)))
    }
    status.links = try linkCounts()
    status.loadedDays = Int(try database.integer("SELECT count(*) FROM loaded_day") ?? 0)
    status.loadedDeliveries = Int(
      try database.integer("SELECT sum(deliveries_in_scope) FROM loaded_run") ?? 0)
    status.prunedBefore = try watermark()
    let rows = try database.prepare(
      """
      SELECT a.app_key, \(LedgerSQL.kindName("e.kind")) AS kind, e.newest_ms, e.events
      FROM event_sum AS e JOIN app AS a ON a.ref = e.app_ref ORDER BY 1, 2
      """)
    while try rows.step() {
      status.freshness.append((rows.text(0), rows.text(1), rows.integer(2), Int(rows.integer(3))))
      status.events &+= Int(rows.integer(3))
      status.lastEvent = max(status.lastEvent ?? .min, rows.integer(2))
    }
    return status
  }
}
