import SQLite
import Synchronization

/// The dictionaries, and the connection they stand on, for several threads: one at a time.
///
/// Unchecked, because statements belong to no thread as long as only one uses their connection at a time, which the
/// lock sees to.
final class SharedDictionaries: @unchecked Sendable {
  private let lock = Mutex(())
  private var dictionaries: Dictionaries

  init(in database: Database, settings: LedgerSettings, messages: (any MessageNumbering)? = nil) throws {
    dictionaries = try Dictionaries(in: database, settings: settings, messages: messages)
  }

  /// Batches `body` while no other thread uses the dictionaries or their connection.
  func withLock<Result>(_ body: (inout Dictionaries) throws -> Result) rethrows -> Result {
    try lock.withLock { _ in try body(&dictionaries) }
  }
}
