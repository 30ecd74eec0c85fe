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

  func write(_ changes: [(message: Int64, change: MessageChange)]) throws {
    for (message, change) in changes {
      update.bind(message, at: 1)
      let cells = change.cells
      for index in cells.indices {
        update.bind(cells[index] == RowBatch.null ? nil : cells[index], at: index + 2)
      }
      try update.run()
    }
  }
}

extension MessageChange {
  /// Columns of `message`, in the order of `cells`.
  static let columns = ["first_event_hour", "last_event_hour", "first_hour", "last_hour", "digest"]

  /// What the row of a message has of which nothing else was merged; `RowBatch.null` for an hour that there is not.
  var cells: InlineArray<5, Int64> {
    func hour(_ time: Int64, _ isThere: Bool) -> Int64 {
      isThere ? RollupKey.hour(of: time) : RowBatch.null
    }
    return [
      hour(firstEvent, hasEvents), hour(lastEvent, hasEvents), hour(firstCohort, hasCohort),
      hour(lastCohort, hasCohort), Int64(bitPattern: digest),
    ]
  }
}
