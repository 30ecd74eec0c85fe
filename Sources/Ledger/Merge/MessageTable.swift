internal import SQLite

/// Keeps the hours of messages, by which readers leave out the messages that have nothing in a window.
struct MessageTable {
  private let widen: Statement

  init(in database: Database) throws {
    widen = try database.prepare(
      """
      UPDATE message SET
        first_event_hour = min(coalesce(first_event_hour, ?2), ?2),
        last_event_hour = max(coalesce(last_event_hour, ?3), ?3),
        first_hour = min(coalesce(first_hour, ?4), coalesce(?4, first_hour)),
        last_hour = max(coalesce(last_hour, ?5), coalesce(?5, last_hour))
      WHERE ref = ?1 AND (first_event_hour IS NULL OR ?2 < first_event_hour OR ?3 > last_event_hour
        OR first_hour IS NULL AND ?4 IS NOT NULL OR ?4 < first_hour OR ?5 > last_hour)
      """)
  }

  /// Writes down hours and forgets them.
  func write(_ hours: inout MessageHours) throws {
    for (message, span) in hours.spans {
      widen.bind(message, at: 1)
      widen.bind(RollupKey.hour(of: span.firstEvent), at: 2)
      widen.bind(RollupKey.hour(of: span.lastEvent), at: 3)
      widen.bind(span.hasCohort ? RollupKey.hour(of: span.firstCohort) : nil, at: 4)
      widen.bind(span.hasCohort ? RollupKey.hour(of: span.lastCohort) : nil, at: 5)
      try widen.run()
    }
    hours = MessageHours()
  }
}
