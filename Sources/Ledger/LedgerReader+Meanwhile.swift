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
    guard database.readsItsFile, database.isReading else { return { try body(self) } }
    let work = Concurrently<Value?> { [path] in
      guard let twin = try? LedgerReader.openForReading(path, waiting: 0) else { return nil }
      try twin.beginSnapshot()
      return try body(twin)
    }
    return { try work.value() ?? body(self) }
  }
}
