import Foundation
import ReceiptModel
import Testing

@testable import SQLite

@Suite struct QueryOpeningTests {
  @Test func `a path never reads as a URI`() throws {
    for path in ["file:store.db?mode=memory", "./file:store.db", "store.db"] {
      #expect(try StorePath.resolve(path).hasPrefix("/"))
    }
    #expect(try StorePath.resolve("/store.db") == "/store.db")
    let store = try ScratchStore()
    let folder = store.folder.path
    try FileManager.default.copyItem(atPath: store.path, toPath: folder + "/file:x?mode=memory")
    let gate = try QueryGate(path: folder + "/file:x?mode=memory")
    #expect(try gate.run("SELECT count(*) FROM send").rows == [[.integer(2000)]])
  }

  @Test(arguments: ["", "/", "folder/", ".", "..", "a/..", "/nowhere/at/all/store.db", "a\u{0}b"])
  func `a path that names no file is refused`(path: String) {
    #expect(throws: SQLiteError.self) { try QueryGate(path: path) }
  }

  @Test func `a missing file is not created`() throws {
    let store = try ScratchStore()
    #expect(throws: SQLiteError.self) { try QueryGate(path: store.folder.path + "/other.db") }
    #expect(try store.listing() == ["store.db"])
  }

  @Test func `a linked file is refused and a linked folder is followed`() throws {
    let store = try ScratchStore()
    let folder = store.folder.path
    try FileManager.default.createSymbolicLink(atPath: folder + "/link.db", withDestinationPath: store.path)
    let failure = #expect(throws: SQLiteError.self) { try QueryGate(path: folder + "/link.db") }
    #expect(failure?.code == .cannotOpenLink)
    try FileManager.default.createSymbolicLink(atPath: folder + "/here", withDestinationPath: folder)
    let gate = try QueryGate(path: folder + "/here/store.db")
    #expect(try gate.run("SELECT 1").rows == [[.integer(1)]])
  }

  @Test func `a file that is no store is named as such`() throws {
    let store = try ScratchStore()
    let path = store.folder.path + "/text.db"
    try Data(repeating: 0x41, count: 5000).write(to: URL(fileURLWithPath: path))
    let failure = #expect(throws: SQLiteError.self) { try QueryGate(path: path) }
    #expect(failure?.code == .notADatabase)
  }

  /// A copy of a store in the middle of a transaction, as a crash leaves it.
  private func crashed(_ store: ScratchStore) throws -> String {
    let writer = try Database(path: store.path, mode: .readWrite)
    try writer.execute("PRAGMA cache_size = 1; BEGIN; UPDATE send SET channel = 'half written'")
    let copy = store.folder.path + "/crashed.db"
    try FileManager.default.copyItem(atPath: store.path, toPath: copy)
    try FileManager.default.copyItem(atPath: store.path + "-journal", toPath: copy + "-journal")
    try writer.execute("ROLLBACK")
    return copy
  }

  @Test func `an interrupted write is undone under the writer's lock`() throws {
    let store = try ScratchStore()
    let path = try crashed(store)
    var locks = 0
    let gate = try QueryGate(
      path: path,
      withWriterLock: { body in
        locks += 1
        try body()
      })
    #expect(locks == 1)
    #expect(try gate.run("SELECT count(*) FROM send WHERE channel = 'half written'").rows == [[.integer(0)]])
    #expect(try gate.run("SELECT count(*) FROM send").rows == [[.integer(2000)]])
    #expect(try store.listing() == ["crashed.db", "store.db"])
  }

  @Test func `without the lock an interrupted write is left alone`() throws {
    struct Locked: Error {}
    let store = try ScratchStore()
    let path = try crashed(store)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(throws: QueryFailure.needsRecovery(path: path)) { try QueryGate(path: path) }
    #expect(throws: Locked.self) { try QueryGate(path: path, withWriterLock: { _ in throw Locked() }) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try store.listing() == ["crashed.db", "crashed.db-journal", "store.db"])
  }

  @Test func `a store without interruption needs no lock`() throws {
    let store = try ScratchStore()
    _ = try QueryGate(path: store.path, withWriterLock: { _ in Issue.record("asked for the lock") })
  }
}
