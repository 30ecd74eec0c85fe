internal import SQLite

/// Keeps the cohort hours of messages, by which reports leave out the messages that have nothing in a window.
struct MessageTable {
  private let widen: Statement

  init(in database: Database) throws {
    widen = try database.prepare(
      """
      UPDATE message SET first_hour = min(coalesce(first_hour, ?2), ?2), last_hour = max(coalesce(last_hour, ?3), ?3)
      WHERE ref = ?1 AND (first_hour IS NULL OR ?2 < first_hour OR ?3 > last_hour)
      """)
  }

  /// Writes down hours and forgets them.
  func write(_ hours: inout MessageHours) throws {
    for (message, range) in hours.ranges {
      widen.bind(message, at: 1)
      widen.bind(range.lowerBound, at: 2)
      widen.bind(range.upperBound, at: 3)
      try widen.run()
    }
    hours = MessageHours()
  }
}
