/// The relations that an engine hands back, a folder of rows each, in the order in which it writes them.
package enum Relation: String, CaseIterable, Sendable {
  case channelHour = "channel_hour"
  case versionHour = "version_hour"
  case latencyHour = "latency_hour"
  case failureHour = "failure_hour"
  case eventHour = "event_hour"
  case flagHour = "flag_hour"
  case flagSample = "flag_sample"
  case rejectedReason = "rejected_reason"
  /// One row that says what was read, by which rules, and what came of it; the last, since it vouches for the others.
  case manifest

  /// The statement that gives its rows, read alike by all engines.
  func query(_ job: JobHead) -> String {
    switch self {
    case .manifest: job.manifestQuery
    default: "SELECT * FROM \(rawValue)"
    }
  }
}

/// What the manifest says of a job itself.
package struct JobHead: Equatable, Sendable {
  /// The run's name: `[A-Za-z0-9._-]{1,64}`.
  package var run: String
  package var engine: EngineName
  /// `JobSettings.digest`.
  package var settings: String

  package init(run: String, engine: EngineName, settings: String) {
    self.run = run
    self.engine = engine
    self.settings = settings
  }

  /// Names and digests hold nothing that any dialect would read otherwise.
  fileprivate var manifestQuery: String {
    """
    SELECT CAST(1 AS BIGINT) AS format, '\(run)' AS run, '\(engine.rawValue)' AS engine, \(engine.versionExpression) AS engine_version,
      r.scope_start_ms, r.scope_end_ms, r.settled_until_ms, r.ack_timeout_ms, r.ack_budget_ms, r.sample_limit,
      '\(settings)' AS settings,
      l.lines, l.corrupt_lines, l.rejected_lines, l.ignored_lines, l.event_lines,
      m.events_read, m.events, m.events_without_device, m.newest_ms, m.events_in_scope,
      m.deliveries, m.unmatched, m.deliveries_in_scope, m.latencies_in_scope, m.failures_in_scope, m.flags_in_scope
    FROM rule AS r CROSS JOIN line_count AS l CROSS JOIN manifest AS m
    """
  }
}

/// What computes the model.
package enum EngineName: String, CaseIterable, Sendable {
  case spark, sqlite
  case duckDB = "duckdb"

  fileprivate var versionExpression: String {
    switch self {
    case .spark: "substring_index(version(), ' ', 1)"
    case .sqlite: "sqlite_version()"
    // v1.5.6
    case .duckDB: "substr(version(), 2)"
    }
  }
}
