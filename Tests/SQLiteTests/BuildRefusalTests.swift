import Foundation
import TestSupport
import Testing

@testable import SQLite

@Suite struct BuildRefusalTests {
  @Test func `the quick order of keys is the slow one`() throws {
    var rows = BuildRows(columns: 3, keyColumns: 3, keyBytes: 3, seed: 21)
    let stores = try BuildStores(rows, pageSize: 4096)
    let build = try TableBuild(path: stores.built)
    var orders: [Bool: Int] = [:]
    for _ in 0..<3000 {
      let (former, latter) = (rows.row(), rows.row())
      let isAscending = rows.key(former) < rows.key(latter)
      orders[isAscending, default: 0] += 1
      for batches in [[[former, latter]], [[former], [latter]]] {
        var segment = try build.segment(of: "t")
        var refused: TableBuildError?
        for batchRows in batches {
          let batch = RowBatch(columns: rows.names)
          for row in batchRows { batch.append(row) }
          do { try segment.append(batch) } catch { refused = error }
        }
        #expect(refused == (isAscending ? nil : .notAscending))
      }
    }
    #expect(orders.count == 2)
  }

  @Test func `equal keys and parts in the wrong order are refused`() throws {
    let rows = BuildRows(columns: 2, keyColumns: 1, keyBytes: 0, seed: 0)
    let stores = try BuildStores(rows, pageSize: 4096)
    let row: [RowKey.Value] = [.integer(5), .null]
    #expect(throws: TableBuildError.notAscending) { try stores.build([row, row]) }
    #expect(throws: TableBuildError.notAscending) { try stores.build([row, row], cuts: [1]) }
    #expect(throws: TableBuildError.notAscending) {
      try stores.build([row, [.integer(4), .null]], cuts: [1])
    }
    #expect(try BuildStores.complaints(stores.built) == ["ok"])
    #expect(try BuildStores.content(stores.built) == [])
  }

  @Test(arguments: [512, 1024, 4096, 8192, 65536])
  func `a row fits to the byte that SQLite keeps on a page`(pageSize: Int) throws {
    let rows = BuildRows(columns: 2, keyColumns: 1, keyBytes: 0, seed: 0)
    let stores = try BuildStores(rows, pageSize: pageSize)
    let limit = BTreePage.maximumPayload(pageSize: pageSize)
    // The header's size, the type 1 and the blob's type; the key's byte.
    let head = 2 + RecordFormat.varintCount(2 * limit) + 1
    func content(_ count: Int) -> [[RowKey.Value]] {
      (2..<8).map { [.integer($0), .blob([UInt8](repeating: 0xFF, count: count))] }
    }
    #expect(throws: TableBuildError.rowTooLong(limit: limit)) { try stores.build(content(limit - head + 1)) }
    #expect(throws: TableBuildError.rowTooLong(limit: limit)) { try stores.build(content(1 << 20)) }
    try stores.build(content(limit - head))
    #expect(try BuildStores.complaints(stores.built) == ["ok"])
    #expect(try TreeReader(stores.built).payloads.map(\.count) == [Int](repeating: limit, count: 6))
    try stores.insert(content(limit - head))
    #expect(try TreeReader(stores.built).payloads == TreeReader(stores.inserted).payloads)
  }

  @Test(arguments: [
    "PRAGMA journal_mode = WAL; CREATE TABLE t(a PRIMARY KEY) WITHOUT ROWID",
    "PRAGMA auto_vacuum = FULL; CREATE TABLE t(a PRIMARY KEY) WITHOUT ROWID",
    "PRAGMA auto_vacuum = INCREMENTAL; CREATE TABLE t(a PRIMARY KEY) WITHOUT ROWID",
    "PRAGMA encoding = 'UTF-16le'; CREATE TABLE t(a PRIMARY KEY) WITHOUT ROWID",
    "PRAGMA legacy_file_format = 1; CREATE TABLE u(a)",
    "CREATE TABLE t(a PRIMARY KEY)",
    "CREATE TABLE t(a INTEGER PRIMARY KEY)",
    "CREATE TABLE t(a PRIMARY KEY DESC) WITHOUT ROWID",
    "CREATE TABLE t(a TEXT COLLATE NOCASE PRIMARY KEY) WITHOUT ROWID",
    "CREATE TABLE t(a PRIMARY KEY, b TEXT COLLATE NOCASE UNIQUE) WITHOUT ROWID",
    "CREATE TABLE t(a PRIMARY KEY, b) WITHOUT ROWID; CREATE INDEX i ON t(b DESC)",
    "CREATE TABLE t(a PRIMARY KEY, b) WITHOUT ROWID; CREATE INDEX i ON t(b) WHERE b > 1",
    "CREATE TABLE t(a PRIMARY KEY, b AS (a + 1) STORED) WITHOUT ROWID",
    "CREATE TABLE t(a PRIMARY KEY, b AS (a + 1) VIRTUAL) WITHOUT ROWID",
    "CREATE TABLE t(a PRIMARY KEY) WITHOUT ROWID; INSERT INTO t VALUES (1)",
    "CREATE VIEW t AS SELECT 1",
  ])
  func `a database or table of another kind is refused`(sql: String) throws {
    let folder = try ScratchFolder()
    let path = folder.path("store.db")
    try Database(path: path, mode: .create).execute(sql)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let error = #expect(throws: TableBuildError.self) { _ = try TableBuild(path: path).segment(of: "t") }
    guard case .unsuitable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test(arguments: [0, 1, 3]) func `a table is refused whose index has not as many rows`(count: Int) throws {
    let folder = try ScratchFolder()
    let path = folder.path("store.db")
    try Database(path: path, mode: .create).execute(
      "CREATE TABLE t(a PRIMARY KEY, b) WITHOUT ROWID; CREATE INDEX i ON t(b)")
    let build = try TableBuild(path: path)
    var rows = try build.segment(of: "t")
    var entries = try build.segment(of: "i")
    let batch = RowBatch(columns: ["a", "b"])
    for row in 0..<3 { batch.append([.integer(Int64(row)), .integer(Int64(row))]) }
    if count < 3 { try rows.append(batch) }
    batch.removeAll()
    for row in 0..<count { batch.append([.integer(Int64(row)), .integer(Int64(row))]) }
    try entries.append(batch)
    let parts = try [rows.finish(), entries.finish()]
    #expect(
      throws: TableBuildError.unsuitable(path: path, why: "i has not as many rows as t")
    ) { try build.finish(parts) }
  }

  @Test func `a header with reserved bytes, a wrong size or too few pages is refused`() throws {
    let stores = try BuildStores(BuildRows(columns: 1, keyColumns: 1, keyBytes: 0, seed: 0), pageSize: 4096)
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: stores.built)).prefix(100))
    #expect(try DatabaseHeader(bytes, fileSize: 8192, path: "").pageCount == 2)
    for (index, value) in [(0, 0), (16, 3), (16, 0), (17, 1), (18, 2), (20, 8), (31, 9), (47, 1), (59, 2)] {
      var changed = bytes
      changed[index] = UInt8(value)
      #expect(throws: TableBuildError.self) { try DatabaseHeader(changed, fileSize: 8192, path: "") }
    }
    // A writer that does not know the count in the header changes only the counter beside it.
    var old = bytes
    old[27] &+= 1
    #expect(try DatabaseHeader(old, fileSize: 12288, path: "").pageCount == 3)
  }

  @Test func `what is missing or no database is refused`() throws {
    let folder = try ScratchFolder()
    #expect(throws: SQLiteError.self) { try TableBuild(path: folder.path("missing.db")) }
    #expect(throws: SQLiteError.self) {
      try TableBuild(path: folder.write(String(repeating: "words ", count: 900), to: "words"))
    }
    #expect(throws: TableBuildError.self) { try TableBuild(path: folder.write("", to: "empty")) }
  }

  @Test(arguments: ["integrity_check", "quick_check"])
  func `SQLite finds rows that were swapped, and pages or rows that are lost`(pragma: String) throws {
    var rows = BuildRows(columns: 3, keyColumns: 2, keyBytes: 20, seed: 22)
    let stores = try BuildStores(rows, pageSize: 4096)
    try stores.build(rows.sorted(2000))
    let whole = try Data(contentsOf: URL(fileURLWithPath: stores.built))
    let leaf = 2 * 4096
    #expect(try BuildStores.complaints(stores.built, pragma) == ["ok"] && whole[leaf] == BTreePage.leafType)
    let damages: [(inout Data) -> Void] = [
      { $0[31] -= 1 },
      { $0[leaf + 4] -= 1 },
    ]
    for damage in damages {
      var bytes = whole
      damage(&bytes)
      try bytes.write(to: URL(fileURLWithPath: stores.built))
      #expect(try BuildStores.complaints(stores.built, pragma) != ["ok"])
    }
    // A quick check need not look at the order, which is why a build does so itself.
    guard pragma == "integrity_check" else { return }
    var bytes = whole
    for byte in 8..<10 { bytes.swapAt(leaf + byte, leaf + byte + 2) }
    try bytes.write(to: URL(fileURLWithPath: stores.built))
    #expect(try BuildStores.complaints(stores.built, pragma) == ["row not in PRIMARY KEY order for t"])
  }

  @Test func `a build takes nothing more when it is finished`() throws {
    let rows = BuildRows(columns: 2, keyColumns: 1, keyBytes: 0, seed: 0)
    let stores = try BuildStores(rows, pageSize: 4096)
    let build = try TableBuild(path: stores.built)
    try build.finish([])
    #expect(throws: TableBuildError.io(path: stores.built, code: EBADF)) { _ = try build.segment(of: "t") }
    #expect(throws: TableBuildError.io(path: stores.built, code: EBADF)) { try build.finish([]) }
    #expect(try BuildStores.complaints(stores.built) == ["ok"])
  }
}
