import CSQLite

/// Ends statements that somebody does not want to wait for any more.
extension Database {
  /// Asks, while statements run on this connection, whether they are to end; such a one fails as `.interrupted`.
  ///
  /// SQLite does not ask inside one function call, nor while it waits for the disk.
  package func interruptStatements(when isOver: @escaping @Sendable () -> Bool) {
    interruption = Interruption(isOver)
    let context = unsafe interruption.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
    // Some hundred microseconds of SQLite's machine.
    unsafe sqlite3_progress_handler(
      handle, 10_000,
      { context in
        guard let context = unsafe context else { return 1 }
        // The connection holds it for as long as it is open.
        return unsafe Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue().isOver() ? 1 : 0
      }, context)
  }

  /// Lets statements on this connection run to their end again.
  package func letStatementsRun() {
    unsafe sqlite3_progress_handler(handle, 0, nil, nil)
    interruption = nil
  }

  final class Interruption: Sendable {
    let isOver: @Sendable () -> Bool

    init(_ isOver: @escaping @Sendable () -> Bool) { self.isOver = isOver }
  }
}

extension SQLiteError {
  /// What statements that are ended fail with, for what is ended where no statement runs.
  package static func interrupted(_ context: String) -> SQLiteError {
    SQLiteError(code: .interrupted, message: "interrupted", context: context)
  }

  /// Whether the statement was ended because nobody waits for it.
  package var isInterrupted: Bool { code == .interrupted }
}
