import ReceiptModel

extension Schema {
  /// `sent INTEGER NOT NULL, …`: a column for each counter, in the order of `Count`.
  private static var counterColumns: String {
    Count.allCases.map { "\($0.name) INTEGER NOT NULL" }.joined(separator: ", ")
  }

  /// Sums by UTC hour of the cohort, kept exact by the writer; `verify` computes them again from the deliveries.
  static var rollupTables: String {
    """
    \(hourTables(prefix: ""))
    CREATE TABLE latency_bucket(bucket INTEGER PRIMARY KEY, lower_ms INTEGER, upper_ms INTEGER NOT NULL) STRICT;
    \(eventSumTable)
    """
  }

  /// - Parameter prefix: what the tables' names begin with: nothing, or `loaded_` for sums that were computed elsewhere.
  static func hourTables(prefix: String) -> String {
    """
    CREATE TABLE \(prefix)channel_hour(hour INTEGER NOT NULL, app_ref INTEGER NOT NULL, channel_ref INTEGER NOT NULL,
      \(counterColumns), PRIMARY KEY(hour, app_ref, channel_ref)) STRICT, WITHOUT ROWID;
    CREATE TABLE \(prefix)version_hour(hour INTEGER NOT NULL, app_ref INTEGER NOT NULL, version_ref INTEGER NOT NULL,
      \(counterColumns), PRIMARY KEY(hour, app_ref, version_ref)) STRICT, WITHOUT ROWID;
    -- Acked deliveries by latency; the bucket's limits stand in latency_bucket.
    CREATE TABLE \(prefix)latency_hour(hour INTEGER NOT NULL, app_ref INTEGER NOT NULL, channel_ref INTEGER NOT NULL,
      bucket INTEGER NOT NULL, count INTEGER NOT NULL,
      PRIMARY KEY(hour, app_ref, channel_ref, bucket)) STRICT, WITHOUT ROWID;
    CREATE TABLE \(prefix)failure_hour(hour INTEGER NOT NULL, app_ref INTEGER NOT NULL, channel_ref INTEGER NOT NULL,
      kind INTEGER NOT NULL, reason_ref INTEGER NOT NULL, count INTEGER NOT NULL,
      PRIMARY KEY(hour, app_ref, channel_ref, kind, reason_ref)) STRICT, WITHOUT ROWID;
    -- Distinct events by the hour they happened in, deliveries or not; newest_ms is the last of them.
    CREATE TABLE \(prefix)event_hour(hour INTEGER NOT NULL, app_ref INTEGER NOT NULL, kind INTEGER NOT NULL,
      events INTEGER NOT NULL, newest_ms INTEGER NOT NULL,
      PRIMARY KEY(hour, app_ref, kind)) STRICT, WITHOUT ROWID;
    """
  }

  /// The same over all hours, so that what is asked of the whole ledger costs no more when it is old.
  static let eventSumTable = """
    CREATE TABLE event_sum(app_ref INTEGER NOT NULL, kind INTEGER NOT NULL,
      events INTEGER NOT NULL, first_hour INTEGER NOT NULL, newest_ms INTEGER NOT NULL,
      PRIMARY KEY(app_ref, kind)) STRICT, WITHOUT ROWID;
    """

  /// What `event_sum` holds.
  static let eventSums = eventSums(of: "event_hour")

  /// - Parameter hours: the events by hour, as SQL.
  static func eventSums(of hours: String) -> String {
    """
    SELECT app_ref, kind, sum(events) AS events, min(hour) AS first_hour, max(newest_ms) AS newest_ms
    FROM \(hours) GROUP BY 1, 2
    """
  }
}
