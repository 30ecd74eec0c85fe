import SQLite
import Threads

extension LedgerReader {
  /// Lets another thread read the same state of the ledger meanwhile, on a connection of its own.
  ///
  /// Where there can be none, as outside of a snapshot or when a writer waits for the readers to end and lets no other in,
  /// this one reads when the result is asked for.
  ///
  /// - Returns: what waits for the result; to be called within the snapshot.
  package func meanwhile<Value: Sendable>(
    _ body: @escaping @Sendable (LedgerReader) throws -> Value
  ) -> () throws -> Value {
    guard let twins else { return { try body(self) } }
    let work = Concurrently<Value?> { try twins.open().map(body) }
    return { try work.value() ?? body(self) }
  }

  /// What opens connections to the same state of the ledger; `nil` where there can be none, as for `meanwhile`.
  var twins: LedgerTwins? {
    database.readsItsFile && database.isReading ? LedgerTwins(path: path, shouldStop: shouldStop) : nil
  }
}

/// Opens the state of the ledger that a reader sees, on connections of their own; as long as it sees it.
struct LedgerTwins: Sendable {
  fileprivate let path: String
  fileprivate let shouldStop: @Sendable () -> Bool

  /// - Returns: `nil` where there can be none, as for `LedgerReader.meanwhile`.
  func open() throws -> sending LedgerReader? {
    guard let twin = try? LedgerReader.openForReading(path, waiting: 0, shouldStop: shouldStop) else {
      return nil
    }
    try twin.beginSnapshot()
    return twin
  }
}
