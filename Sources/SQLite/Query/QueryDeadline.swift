import CSQLite

/// The soft time limit: SQLite looks at the clock while it works.
///
/// It does not look inside one function call; for that there is `QueryWatchdog`.
final class QueryDeadline {
  private let end: ContinuousClock.Instant
  private let database: Database

  /// Starts the clock.
  init(after time: Duration, on database: Database) {
    end = .now + time
    self.database = database
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    // 1000 steps of SQLite's machine take about 20 µs, and a look at the clock 30 ns.
    unsafe sqlite3_progress_handler(
      database.handle, 1000,
      { context in
        guard let context = unsafe context else { return 1 }
        // `cancel` takes the handler away before the deadline is released.
        let deadline = unsafe Unmanaged<QueryDeadline>.fromOpaque(context).takeUnretainedValue()
        return deadline.isOver ? 1 : 0
      }, context)
  }

  var isOver: Bool { .now >= end }

  /// Stops the clock; to be called before the deadline is released.
  func cancel() { unsafe sqlite3_progress_handler(database.handle, 0, nil, nil) }
}
