import Foundation
import SQLite
import Synchronization
import Testing

/// A writer meets a reader that does not end.
@Suite struct WaitingTests {
  private let store: ScratchStore
  private let reader: Database
  private let writer: Database

  init() throws {
    store = try ScratchStore()
    reader = try Database(path: store.path, mode: .readOnly)
    writer = try Database(path: store.path, mode: .readWrite)
    try reader.execute("BEGIN")
    _ = try reader.integer("SELECT count(*) FROM send")
  }

  private func write() throws {
    try writer.transaction { try writer.execute("INSERT INTO touched VALUES (1)") }
  }

  @Test func `waiting ends as soon as it is to, and leaves nothing`() throws {
    let asked = Mutex(0)
    writer.waitForLocks(milliseconds: 3_600_000) {
      asked.withLock {
        $0 += 1
        return $0 == 3
      }
    }
    let error = try #require(throws: SQLiteError.self) { try write() }
    #expect(error.isInterrupted)
    #expect(asked.withLock(\.self) == 3)
    try reader.execute("COMMIT")
    #expect(try reader.integer("SELECT count(*) FROM touched") == 0)
    try write()
    #expect(try reader.integer("SELECT count(*) FROM touched") == 1)
  }

  @Test func `waiting ends when the reader does`() throws {
    let asked = Mutex(0)
    // On the same thread: it is only a reader in the way.
    nonisolated(unsafe) let reader = reader
    writer.waitForLocks(milliseconds: 3_600_000) {
      asked.withLock { $0 += 1 }
      if asked.withLock(\.self) == 3 { try? unsafe reader.execute("COMMIT") }
      return false
    }
    try write()
    #expect(try unsafe reader.integer("SELECT count(*) FROM touched") == 1)
  }

  @Test func `after its time a lock counts as held, which is no interrupt`() throws {
    writer.waitForLocks(milliseconds: 20)
    let error = try #require(throws: SQLiteError.self) { try write() }
    #expect(error.code == .busy)
    #expect(!error.isInterrupted)
  }
}
