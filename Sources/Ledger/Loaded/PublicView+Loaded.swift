import ReceiptModel

extension PublicView {
  static let loadedDays = PublicView(
    name: "loaded_days",
    row: "a day whose sums were computed elsewhere and loaded",
    columns: [
      .time("day_start_ms", "where the day begins, in the time zone it was loaded with"),
      .time("day_end_ms", "where the next day begins"),
      .text("run", "name of the run that counted it"),
      .text("engine", "what counted it: spark, sqlite or duckdb"),
      .count("deliveries", "deliveries of the day's cohorts"),
    ],
    sql: """
      SELECT d.start_ms AS day_start_ms, d.end_ms AS day_end_ms, r.run, r.engine,
        (SELECT coalesce(sum(h.deliveries), 0) FROM channel_hour AS h
          WHERE h.hour >= d.start_ms / 3600000 AND h.hour < d.end_ms / 3600000) AS deliveries
      FROM loaded_day AS d JOIN loaded_run AS r ON r.start_ms = d.run_start_ms
      """)

  static let rollupLoads = PublicView(
    name: "rollup_loads",
    row: "a run of an engine whose sums were loaded",
    columns: [
      .time("start_ms", "where the hours begin that it counted"),
      .time("end_ms", "where they end"),
      .text("run", "name of the run"),
      .text("engine", "spark, sqlite or duckdb"),
      .text("engine_version", "version of the engine"),
      .text("settings", "digest of the channels and AppKeys it counted by"),
      .duration("ack_timeout_ms", "ackTimeout it counted by"),
      .duration("ack_budget_ms", "ackBudget it counted by"),
      .count("sample_limit", "flagged deliveries it kept of each flag, AppKey and detail at most"),
      .time("newest_ms", "newest event that it read; NULL when there was none"),
    ] + LoadedManifest.Figure.allCases.map { .count($0.rawValue, $0.meaning) },
    sql: """
      SELECT start_ms, end_ms, run, engine, engine_version, settings, ack_timeout_ms, ack_budget_ms, sample_limit,
        newest_ms, \(LoadedManifest.Figure.allCases.map(\.rawValue).joined(separator: ", "))
      FROM loaded_run
      """)

  static let flagTotals = PublicView(
    name: "flag_totals",
    row: "a loaded hour, AppKey, flag and detail: how many deliveries have the flag",
    columns: [
      .time("hour_at", "start of the UTC hour that the flag belongs to"),
      .text("app_key", "AppKey of the deliveries; for app_key_mismatch the foreign one"),
      .text("flag", "as in the view flags"),
      .text("detail", "late, lost or silent; the sender's AppKey; empty for other flags"),
      .count("deliveries", "deliveries with the flag"),
    ],
    sql: """
      SELECT h.hour * 3600000 AS hour_at, a.app_key, h.flag, h.detail, h.deliveries
      FROM flag_hour AS h JOIN app AS a ON a.ref = h.app_ref
      """)

  /// Views over what was loaded; they are there in every ledger.
  static let ofLoads: [PublicView] = [.loadedDays, .rollupLoads, .flagTotals]

  /// The flagged deliveries that loaded days hold, as rows of the view `flags`.
  static let flagSamples = """
    SELECT f.flag, a.app_key, f.message_id, \(deviceID) AS device_id, f.sent_at, nullif(f.detail, '') AS detail,
      1 AS is_sample
    FROM flag_sample AS f JOIN app AS a ON a.ref = f.app_ref
    """
}
