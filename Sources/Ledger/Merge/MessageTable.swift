import SQLite

/// Updates what a message's row says of its deliveries: the hours by which readers skip messages that have nothing in a
/// window, and the digest by which `verify` notices a changed byte.
struct MessageTable {
  private let update: Statement

  init(in database: Database) throws {
    // SQLite has no exclusive or, and this one cannot overflow.
    update = try database.prepare(
      """
      UPDATE message SET
        first_event_hour = min(coalesce(first_event_hour, ?2), coalesce(?2, first_event_hour)),
        last_event_hour = max(coalesce(last_event_hour, ?3), coalesce(?3, last_event_hour)),
        first_hour = min(coalesce(first_hour, ?4), coalesce(?4, first_hour)),
        last_hour = max(coalesce(last_hour, ?5), coalesce(?5, last_hour)),
        digest = (digest | ?6) - (digest & ?6)
      WHERE ref = ?1
      """)
  }

  /// Writes the changes and forgets them.
  func write(_ changes: inout MessageChanges) throws {
    for (message, change) in changes.all {
      update.bind(message, at: 1)
      update.bind(change.hasEvents ? RollupKey.hour(of: change.firstEvent) : nil, at: 2)
      update.bind(change.hasEvents ? RollupKey.hour(of: change.lastEvent) : nil, at: 3)
      update.bind(change.hasCohort ? RollupKey.hour(of: change.firstCohort) : nil, at: 4)
      update.bind(change.hasCohort ? RollupKey.hour(of: change.lastCohort) : nil, at: 5)
      update.bind(Int64(bitPattern: change.digest), at: 6)
      try update.run()
    }
    changes = MessageChanges()
  }
}
