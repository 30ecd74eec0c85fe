import Foundation
import TestSupport
import Testing

@testable import SQLite

/// Where a query sorts what has no room in memory.
struct TemporaryFilesTests {
  private static let sorted = "SELECT a.device || b.device AS x FROM send a, send b ORDER BY x"

  private static func database(_ store: ScratchStore, _ temporary: TemporaryFiles) throws -> Database {
    let database = try Database(path: store.path, mode: .readOnly, system: temporary.system)
    try database.execute("PRAGMA temp_store = FILE; PRAGMA cache_size = -1024")
    return database
  }

  /// The open files of a folder that have no name any more.
  private static func nameless(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
    .filter { $0.hasPrefix("\(folder)/.pushledger-") && $0.hasSuffix(" (deleted)") }
  }

  @Test func `they lie beside the store and have no name`() throws {
    let store = try ScratchStore()
    let listing = try store.listing()
    let temporary = try TemporaryFiles(folder: store.folder.path, limit: 1 << 30)
    let rows = try Self.database(store, temporary).prepare(Self.sorted)
    #expect(try rows.step())
    #expect(rows.text(0) == "d0d0")
    #expect(try store.listing() == listing)
    #expect(try !Self.nameless(in: store.folder.path).isEmpty)
  }

  @Test func `in a folder that is not there they are nowhere, and the query goes on`() throws {
    let store = try ScratchStore()
    let temporary = try TemporaryFiles(folder: store.folder.path + "/none", limit: 1 << 30)
    let rows = try Self.database(store, temporary).prepare(Self.sorted)
    #expect(try rows.step())
    #expect(rows.text(0) == "d0d0")
    #expect(try Self.nameless(in: store.folder.path).isEmpty)
  }

  @Test func `the limit counts what the files of one question take`() throws {
    let store = try ScratchStore()
    let temporary = try TemporaryFiles(folder: store.folder.path, limit: 30 << 20)
    let database = try Self.database(store, temporary)
    func sort(_ count: Int) throws -> Bool {
      let last = 1_700_000_000_000 + 1000 * count
      return try database.prepare(
        "SELECT a.device || b.device AS x FROM send a, send b WHERE b.sent_at < \(last) ORDER BY x"
      ).step()
    }
    for _ in 0..<5 {
      temporary.begin()
      #expect(try sort(500))
      #expect(!temporary.isOverLimit)
    }
    temporary.begin()
    #expect(performing: { _ = try sort(2000) }, throws: { ($0 as? SQLiteError)?.code == .full })
    #expect(temporary.isOverLimit)
    temporary.begin()
    #expect(try sort(500))
  }

  @Test func `two stores count each for itself`() throws {
    let (store, other) = (try ScratchStore(), try ScratchStore())
    let small = try TemporaryFiles(folder: store.folder.path, limit: 1 << 20)
    let large = try TemporaryFiles(folder: other.folder.path, limit: 1 << 30)
    #expect(
      performing: { _ = try Self.database(store, small).prepare(Self.sorted).step() },
      throws: { ($0 as? SQLiteError)?.code == .full })
    #expect(try Self.database(other, large).prepare(Self.sorted).step())
    #expect(small.isOverLimit && !large.isOverLimit)
  }
}
