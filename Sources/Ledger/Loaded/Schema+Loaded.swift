extension Schema {
  /// What is known of runs beside their sums by hour, which stand among the ledger's own.
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
    -- Flags of hours whose deliveries are not looked at one by one.
    CREATE TABLE flag_hour(hour INTEGER NOT NULL, app_ref INTEGER NOT NULL, flag TEXT NOT NULL,
      detail TEXT NOT NULL, deliveries INTEGER NOT NULL,
      PRIMARY KEY(hour, app_ref, flag, detail)) STRICT, WITHOUT ROWID;
    -- Some of the flagged deliveries; their messages need not be in the ledger.
    CREATE TABLE flag_sample(run_start_ms INTEGER NOT NULL REFERENCES loaded_run, flag TEXT NOT NULL,
      app_ref INTEGER NOT NULL, message_id TEXT NOT NULL, device ANY NOT NULL, sent_at INTEGER, detail TEXT NOT NULL,
      at_ms INTEGER NOT NULL, PRIMARY KEY(run_start_ms, flag, app_ref, message_id, device)) STRICT, WITHOUT ROWID;
    """
  }

  /// What is counted of the log, and what it tells of.
  ///
  /// `counted_delivery` and `counted_repeat` are the rows of `delivery` and `repeat` that are counted, by the delivery's
  /// cohort (without one by its earliest event) and by the event's own time; `counted_fact` is `delivery_fact` of them.
  /// `logged_kind` are the kinds of events that are counted of each AppKey.
  static let countedViews = """
    CREATE VIEW counted_delivery AS \(countedDeliveries);
    CREATE VIEW counted_repeat AS SELECT * FROM repeat AS r WHERE \(isCounted("r.at_ms"));
    CREATE VIEW counted_fact AS \(factQuery(of: "counted_delivery"));
    CREATE VIEW logged_kind AS
      SELECT s.app_ref, s.kind FROM event_sum AS s LEFT JOIN (
        SELECT h.app_ref, h.kind, sum(h.events) AS events FROM loaded_run AS l CROSS JOIN event_hour AS h
          ON h.hour >= l.start_ms / 3600000 AND h.hour < l.end_ms / 3600000 GROUP BY 1, 2
      ) AS e ON e.app_ref = s.app_ref AND e.kind = s.kind
      WHERE s.events > coalesce(e.events, 0);
    """

  /// The SELECT behind `counted_delivery`.
  static let countedDeliveries = """
    SELECT * FROM delivery AS d
    WHERE \(isCounted("d.base_ms + coalesce(d.sent, d.send_failed, d.accepted, 0)"))
    """

  /// Whether what was at a moment is counted from the log, as SQL: 1 or 0, and 1 for NULL.
  ///
  /// It is not in the hours of a loaded run, which have other sums in place of what was imported of them.
  ///
  /// - Parameter moment: milliseconds UTC, as SQL.
  /// - Complexity: a seek, since runs share no hour; without any run nothing.
  static func isCounted(_ moment: String) -> String {
    """
    (NOT (EXISTS (SELECT 1 FROM loaded_run) AND coalesce(\(moment), -1) < coalesce((SELECT l.end_ms FROM loaded_run AS l
      WHERE l.start_ms <= \(moment) ORDER BY l.start_ms DESC LIMIT 1), -1)))
    """
  }

  /// The same of the hour in the column `hour`.
  static let isCountedHour = isCounted("hour * 3600000")
}
