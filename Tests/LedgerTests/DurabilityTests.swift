import SQLite
import TestSupport
import Testing

@testable import Ledger

/// What a writer asks of SQLite, so that a commit is on the disk.
@Suite struct DurabilityTests {
  @Test func `a commit is on the disk with the removal of its journal, and what it deletes is overwritten`()
    throws
  {
    let folder = try ScratchFolder()
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    // 3 is EXTRA: FULL, and the folder is flushed when the journal is removed.
    #expect(try store.database.integer("PRAGMA synchronous") == 3)
    #expect(try store.database.text("PRAGMA journal_mode") == "delete")
    #expect(try store.database.integer("PRAGMA secure_delete") == 1)
  }
}
