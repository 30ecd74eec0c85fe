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
    guard hasTwins else { return { try body(self) } }
    let work = Concurrently<Value?> { [path, shouldStop] in try Self.twin(at: path, shouldStop).map(body) }
    return { try work.value() ?? body(self) }
  }

  /// The same state of the ledger on a connection of its own; `nil` where there can be none, as for `meanwhile`.
  func twin() throws -> sending LedgerReader? { hasTwins ? try Self.twin(at: path, shouldStop) : nil }

  private var hasTwins: Bool { database.readsItsFile && database.isReading }

  private static func twin(
    at path: String, _ shouldStop: @escaping @Sendable () -> Bool
  ) throws -> sending LedgerReader? {
    guard let twin = try? LedgerReader.openForReading(path, waiting: 0, shouldStop: shouldStop) else {
      return nil
    }
    try twin.beginSnapshot()
    return twin
  }
}
