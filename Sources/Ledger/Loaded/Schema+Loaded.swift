extension Schema {
  /// The tables of sums that were computed elsewhere.
  static let loadedTableNames = [
    "loaded_run", "loaded_day", "loaded_reason", "loaded_channel_hour", "loaded_version_hour",
    "loaded_latency_hour",
    "loaded_failure_hour", "loaded_event_hour", "loaded_flag_hour", "loaded_flag_sample",
  ]

  /// The sums that the ledger keeps itself and that loaded ones take the place of, hour by hour.
  static let loadableSums = ["channel_hour", "version_hour", "latency_hour", "failure_hour", "event_hour"]

  static var loadedTables: String {
    """
    -- Runs of an engine, by the hours that each answers for; no two share an hour.
    CREATE TABLE loaded_run(start_ms INTEGER PRIMARY KEY, end_ms INTEGER NOT NULL, run TEXT NOT NULL,
      engine TEXT NOT NULL, engine_version TEXT NOT NULL, settings TEXT NOT NULL, ack_timeout_ms INTEGER NOT NULL,
      ack_budget_ms INTEGER NOT NULL, sample_limit INTEGER NOT NULL, newest_ms INTEGER,
      \(LoadedManifest.Figure.allCases.map { "\($0.rawValue) INTEGER NOT NULL" }.joined(separator: ", "))) STRICT;
    -- The days that a run is made of, in the time zone it was loaded with.
    CREATE TABLE loaded_day(start_ms INTEGER PRIMARY KEY, end_ms INTEGER NOT NULL,
      run_start_ms INTEGER NOT NULL REFERENCES loaded_run) STRICT;
    CREATE TABLE loaded_reason(run_start_ms INTEGER NOT NULL REFERENCES loaded_run, reason TEXT NOT NULL,
      lines INTEGER NOT NULL, PRIMARY KEY(run_start_ms, reason)) STRICT, WITHOUT ROWID;
    \(hourTables(prefix: "loaded_"))
    CREATE TABLE loaded_flag_hour(hour INTEGER NOT NULL, app_ref INTEGER NOT NULL, flag TEXT NOT NULL,
      detail TEXT NOT NULL, deliveries INTEGER NOT NULL,
      PRIMARY KEY(hour, app_ref, flag, detail)) STRICT, WITHOUT ROWID;
    -- Some of the flagged deliveries; their messages need not be in the ledger.
    CREATE TABLE loaded_flag_sample(run_start_ms INTEGER NOT NULL REFERENCES loaded_run, flag TEXT NOT NULL,
      app_ref INTEGER NOT NULL, message_id TEXT NOT NULL, device ANY NOT NULL, sent_at INTEGER, detail TEXT NOT NULL,
      at_ms INTEGER NOT NULL, PRIMARY KEY(run_start_ms, flag, app_ref, message_id, device)) STRICT, WITHOUT ROWID;
    """
  }
}

/// Where loaded sums answer, in SQL.
enum LoadedHours {
  /// Whether a moment lies in the hours of a loaded run: 0 or 1, and 0 for NULL.
  ///
  /// - Parameters:
  ///   - moment: milliseconds UTC, as SQL.
  ///   - schema: `main.` where a temporary view may hide the tables.
  /// - Complexity: a seek, since runs share no hour.
  static func cover(_ moment: String, schema: String = "") -> String {
    """
    (coalesce(\(moment), -1) < coalesce((SELECT l.end_ms FROM \(schema)loaded_run AS l
      WHERE l.start_ms <= \(moment) ORDER BY l.start_ms DESC LIMIT 1), -1))
    """
  }

  /// The rows of a table of sums that count: loaded ones where there are any, and else the ledger's own.
  static func counted(_ table: String, schema: String = "") -> String {
    """
    SELECT h.* FROM \(schema)\(table) AS h WHERE NOT \(cover("h.hour * 3600000", schema: schema))
    UNION ALL SELECT * FROM \(schema)loaded_\(table)
    """
  }
}
