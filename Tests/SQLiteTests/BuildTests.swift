import Foundation
import TestSupport
import Testing

@testable import SQLite

@Suite struct BuildTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var pageSize: Int
    var columns: Int
    var keyColumns: Int
    var keyBytes: Int
    var count: Int
    var seed: UInt64
    var testDescription: String { "\(count) rows of \(columns) columns on pages of \(pageSize)" }
  }

  static let cases: [Case] = [
    Case(pageSize: 512, columns: 5, keyColumns: 2, keyBytes: 16, count: 20_000, seed: 1),
    Case(pageSize: 512, columns: 1, keyColumns: 1, keyBytes: 64, count: 3000, seed: 2),
    Case(pageSize: 512, columns: 1, keyColumns: 1, keyBytes: 0, count: 40, seed: 3),
    Case(pageSize: 4096, columns: 19, keyColumns: 3, keyBytes: 200, count: 4000, seed: 4),
    Case(pageSize: 4096, columns: 3, keyColumns: 3, keyBytes: 256, count: 9000, seed: 5),
    Case(pageSize: 8192, columns: 19, keyColumns: 3, keyBytes: 256, count: 4000, seed: 6),
    Case(pageSize: 8192, columns: 130, keyColumns: 3, keyBytes: 30, count: 300, seed: 7),
    Case(pageSize: 65536, columns: 8, keyColumns: 2, keyBytes: 256, count: 6000, seed: 8),
    Case(pageSize: 65536, columns: 2, keyColumns: 1, keyBytes: 9000, count: 400, seed: 9),
  ]

  @Test(arguments: cases)
  func `a built table is an inserted one, byte for byte, and lives on like it`(_ test: Case) throws {
    var rows = BuildRows(
      columns: test.columns, keyColumns: test.keyColumns, keyBytes: test.keyBytes, seed: test.seed)
    let content = rows.sorted(test.count)
    let stores = try BuildStores(rows, pageSize: test.pageSize)
    let cuts = (0..<rows.number(in: 0...6)).map { _ in rows.number(in: 0...content.count) }
    try stores.build(content, cuts: cuts, batchRows: rows.number(in: 1...2000))
    try stores.insert(content)
    #expect(try BuildStores.complaints(stores.built) == ["ok"])
    #expect(try BuildStores.content(stores.built) == content)
    #expect(try TreeReader(stores.built).payloads == TreeReader(stores.inserted).payloads)

    try change(stores, &rows, content)
    #expect(try BuildStores.complaints(stores.built) == ["ok"])
    #expect(try TreeReader(stores.built).payloads == TreeReader(stores.inserted).payloads)
  }

  @Test(arguments: cases) func `records without the NULLs at their end hold the same rows`(_ test: Case)
    throws
  {
    var rows = BuildRows(
      columns: test.columns, keyColumns: test.keyColumns, keyBytes: test.keyBytes, seed: test.seed)
    let content = rows.sorted(test.count).map { row in
      let kept = rows.number(in: test.keyColumns...test.columns)
      return row.enumerated().map { $0.offset < kept ? $0.element : .null }
    }
    let stores = try BuildStores(rows, pageSize: test.pageSize)
    try stores.build(
      content, cuts: [content.count / 3], batchRows: 700,
      filling: LeafOptions(omitsTrailingNulls: true, spareBytes: rows.number(in: 0...40)))
    try stores.insert(content)
    #expect(try BuildStores.complaints(stores.built) == ["ok"])
    #expect(try BuildStores.content(stores.built) == content)
    if test.columns > test.keyColumns {
      let bytes = { (path: String) in try TreeReader(path).payloads.reduce(0) { $0 + $1.count } }
      #expect(try bytes(stores.built) < bytes(stores.inserted))
    }
    try change(stores, &rows, content)
    #expect(try BuildStores.complaints(stores.built) == ["ok"])
    #expect(try BuildStores.content(stores.built) == BuildStores.content(stores.inserted))
  }

  @Test func `parents that are made while leaves come make the same table, wherever its parts meet`() throws {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<60 {
      var rows = BuildRows(
        columns: 3, keyColumns: 2, keyBytes: Int.random(in: 1...16, using: &random),
        seed: random.next())
      let content = rows.sorted(Int.random(in: 1...3000, using: &random))
      let stores = try BuildStores(rows, pageSize: 512)
      var filling = LeafOptions(spareBytes: rows.number(in: 0...40))
      filling.blockBytes = 512 * rows.number(in: 1...6)
      filling.leavesInMemory = rows.number(in: 6...40)
      // Also parts that are no block long, side by side.
      let most = Bool.random(using: &random) ? content.count : min(40, content.count)
      let cuts = (0..<rows.number(in: 0...8)).map { _ in rows.number(in: 0...most) }
      try stores.build(content, cuts: cuts, batchRows: rows.number(in: 1...500), filling: filling)
      #expect(try BuildStores.complaints(stores.built) == ["ok"])
      #expect(try BuildStores.content(stores.built) == content)
    }
  }

  /// Deletes, updates and adds the same rows on both sides.
  private func change(_ stores: BuildStores, _ rows: inout BuildRows, _ content: [[RowKey.Value]]) throws {
    let (touched, added) = (content.filter { _ in rows.number(in: 0...9) == 0 }, rows.sorted(300))
    let key = rows.names.prefix(rows.keyColumns).joined(separator: ", ")
    let last = rows.names[rows.columns - 1]
    for path in [stores.built, stores.inserted] {
      let database = try Database(path: path, mode: .readWrite)
      let batch = try RowBatch(name: "touched", columns: rows.names, in: database)
      for (index, row) in touched.enumerated() where index % 3 > 0 { batch.append(row) }
      if rows.columns > rows.keyColumns {
        try database.execute(
          "UPDATE t SET \(last) = 'changed' WHERE (\(key)) IN (SELECT \(key) FROM touched)")
      }
      batch.removeAll()
      for (index, row) in touched.enumerated() where index % 3 < 2 { batch.append(row) }
      try database.execute("DELETE FROM t WHERE (\(key)) IN (SELECT \(key) FROM touched)")
      batch.removeAll()
      for row in added { batch.append(row) }
      try database.execute("INSERT OR REPLACE INTO t SELECT * FROM touched")
    }
  }

  @Test(arguments: [0, 1, 900, 5_000]) func `a table's indexes are built as an insert makes them`(count: Int)
    throws
  {
    var random = SeededGenerator(seed: UInt64(count))
    let folder = try ScratchFolder()
    let (built, inserted) = (folder.path("built.db"), folder.path("inserted.db"))
    for path in [built, inserted] {
      try Database(path: path, mode: .create).execute(
        """
        CREATE TABLE t(ref INTEGER PRIMARY KEY, name TEXT NOT NULL, word TEXT) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX by_name ON t(name);
        CREATE INDEX by_word ON t(word);
        CREATE INDEX by_rest ON t(ref % 7, word);
        """)
    }
    let names = (0..<count).shuffled(using: &random).map { RowKey.Value.text(Array("n\($0)".utf8)) }
    let rows = names.enumerated().map { ref, name -> [RowKey.Value] in
      let word = Int.random(in: 0..<4, using: &random)
      return [.integer(Int64(ref)), name, word == 0 ? .null : .text(Array("w\(word)".utf8))]
    }
    let trees = [
      ("t", rows), ("by_name", rows.map { [$0[1], $0[0]] }), ("by_word", rows.map { [$0[2], $0[0]] }),
      ("by_rest", rows.enumerated().map { ref, row in [.integer(Int64(ref % 7)), row[2], row[0]] }),
    ]
    let build = try TableBuild(path: built)
    try build.finish(
      trees.map { tree, rows in
        var segment = try build.segment(of: tree)
        let batch = RowBatch(columns: segment.columns)
        for row in rows.sorted(by: { RowKey(values: $0) < RowKey(values: $1) }) { batch.append(row) }
        try segment.append(batch)
        return try segment.finish()
      })
    let database = try Database(path: inserted, mode: .readWrite)
    let batch = try RowBatch(name: "batch", columns: ["ref", "name", "word"], in: database)
    for row in rows { batch.append(row) }
    try database.execute("INSERT INTO t SELECT * FROM batch")
    #expect(try BuildStores.complaints(built) == ["ok"])
    for order in ["ref", "name", "word, ref", "ref % 7, word, ref"] {
      let query = "SELECT ref, name, word FROM t ORDER BY \(order)"
      #expect(try BuildStores.content(built, query) == BuildStores.content(inserted, query))
    }
  }

  @Test func `any number of rows makes a whole table, over the limits of four levels`() throws {
    // Five rows fill a leaf, and five children an interior page.
    let rows = BuildRows(columns: 2, keyColumns: 1, keyBytes: 0, seed: 0)
    let blob = [UInt8](repeating: 7, count: 93)
    let content = (0..<190).map { [RowKey.Value.integer(Int64($0) + 200), .blob(blob)] }
    let stores = try BuildStores(rows, pageSize: 512)
    let empty = try Data(contentsOf: URL(fileURLWithPath: stores.built))
    var depths: Set<Int> = []
    for count in 0...content.count {
      try empty.write(to: URL(fileURLWithPath: stores.built))
      let part = Array(content.prefix(count))
      try stores.build(part)
      #expect(try BuildStores.complaints(stores.built) == ["ok"], "\(count) rows")
      #expect(try BuildStores.content(stores.built) == part, "\(count) rows")
      depths.insert(try TreeReader(stores.built).depth)
    }
    #expect(depths == [1, 2, 3, 4])
  }

  @Test func `rows may be cut into parts anywhere`() throws {
    var rows = BuildRows(columns: 2, keyColumns: 1, keyBytes: 60, seed: 11)
    let content = rows.sorted(90)
    let stores = try BuildStores(rows, pageSize: 512)
    let empty = try Data(contentsOf: URL(fileURLWithPath: stores.built))
    for cut in 0...content.count {
      for cuts in [[cut], [cut, cut + 1, cut + 2], [cut / 2, cut / 2, cut, cut + 9]] {
        try empty.write(to: URL(fileURLWithPath: stores.built))
        try stores.build(content, cuts: cuts.map { min($0, content.count) }, batchRows: 7)
        #expect(try BuildStores.complaints(stores.built) == ["ok"], "cut at \(cuts)")
        #expect(try BuildStores.content(stores.built) == content, "cut at \(cuts)")
      }
    }
  }

  @Test func `parts built on several threads make one table of many blocks`() async throws {
    let rows = BuildRows(columns: 3, keyColumns: 2, keyBytes: 0, seed: 0)
    let stores = try BuildStores(rows, pageSize: 512)
    let build = try TableBuild(path: stores.built)
    let (parts, partRows) = (4, 50_000)
    let runs = try await withThrowingTaskGroup(of: (Int, LeafPages).self) { group in
      for part in 0..<parts {
        group.addTask {
          var segment = try build.segment(of: "t")
          let batch = RowBatch(columns: ["c0", "c1", "c2"])
          for row in part * partRows..<(part + 1) * partRows {
            let cells: InlineArray<3, Int64> = [
              Int64(row / 9), batch.blob(high: UInt64(row), low: 1), RowBatch.null,
            ]
            batch.append(cells.span)
          }
          try segment.append(batch)
          return (part, try segment.finish())
        }
      }
      var runs: [(Int, LeafPages)] = []
      for try await run in group { runs.append(run) }
      return runs.sorted { $0.0 < $1.0 }.map(\.1)
    }
    try build.finish(runs)
    #expect(try BuildStores.complaints(stores.built) == ["ok"])
    let database = try Database(path: stores.built, mode: .readOnly)
    #expect(try database.integer("SELECT count(*) FROM t WHERE typeof(c1) = 'blob'") == 200_000)
    #expect(try database.integer("SELECT sum(c0) FROM t") == (0..<200_000).reduce(0) { $0 + Int64($1 / 9) })
    #expect(try TreeReader(stores.built).depth == 5)
  }

  @Test func `several tables are built in one file, beside what SQL put there`() throws {
    let folder = try ScratchFolder()
    let path = folder.path("store.db")
    try Database(path: path, mode: .create).execute(
      """
      CREATE TABLE note(n INTEGER PRIMARY KEY, text TEXT); INSERT INTO note VALUES (1, 'kept');
      CREATE TABLE "it's"(value ANY, at INTEGER, id INTEGER, PRIMARY KEY(id, at)) STRICT, WITHOUT ROWID;
      CREATE TABLE plain(id INTEGER PRIMARY KEY) STRICT, WITHOUT ROWID;
      CREATE TABLE untouched(id INTEGER PRIMARY KEY) STRICT, WITHOUT ROWID;
      """)
    let build = try TableBuild(path: path)
    var first = try build.segment(of: "it's")
    var second = try build.segment(of: "plain")
    #expect(first.columns == ["id", "at", "value"])
    let (wide, narrow) = (RowBatch(columns: first.columns), RowBatch(columns: second.columns))
    for number in 0..<5000 as Range<Int64> {
      wide.append([.integer(number), .integer(-number), .text(Array("value \(number)".utf8))])
      narrow.append([.integer(number * number)])
    }
    try first.append(wide)
    try second.append(narrow)
    try build.finish([try second.finish(), try first.finish()])
    #expect(try BuildStores.complaints(path) == ["ok"])
    let database = try Database(path: path, mode: .readWrite)
    #expect(try database.text("SELECT text FROM note") == "kept")
    #expect(
      try database.integer("SELECT count(*) FROM \"it's\" WHERE value = 'value ' || id AND at = -id") == 5000)
    #expect(try database.integer("SELECT count(*) FROM plain WHERE id = 4999 * 4999") == 1)
    #expect(try database.integer("SELECT count(*) FROM untouched") == 0)
  }

  @Test func `the page of SQLite's locks is stepped over`() throws {
    var rows = BuildRows(columns: 2, keyColumns: 1, keyBytes: 9000, seed: 12)
    let content = rows.sorted(500)
    let stores = try BuildStores(rows, pageSize: 65536)
    // A file with a hole that ends five pages before the page of the locks, which is page 16385 here.
    let (used, before) = (2, 16_380)
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: stores.built))
    try file.truncate(atOffset: UInt64(before) * 65536)
    try file.seek(toOffset: 28)
    try file.write(contentsOf: Data([0, 0, UInt8(before >> 8), UInt8(before & 0xFF)]))
    try file.close()
    try stores.build(content, cuts: [40, 41, 150])
    // The hole belongs to nothing, and nothing else is amiss.
    let lines = try BuildStores.complaints(stores.built).flatMap { $0.split(separator: "\n") }
    #expect(lines.filter { $0.hasSuffix("is never used") }.count == before - used)
    #expect(lines.count == before - used + 1)
    let database = try Database(path: stores.built, mode: .readOnly)
    #expect((try database.integer("PRAGMA page_count") ?? 0) > 16_390)
    #expect(try BuildStores.content(stores.built) == content)
  }
}
