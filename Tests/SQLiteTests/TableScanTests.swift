import Foundation
import TestSupport
import Testing

@testable import SQLite

/// What is read out of a file's pages is what SQLite selects.
struct TableScanTests {
  /// A table that begins with one of some integers, of rows that came and went in any order.
  private struct Case {
    let folder: ScratchFolder
    let database: Database
    let firsts: [Int64]
    var random: SeededGenerator
    let columns: Int

    init(pageSize: Int, count: Int, valueBytes: Int, seed: UInt64) throws {
      folder = try ScratchFolder()
      random = SeededGenerator(seed: seed)
      columns = Int.random(in: 2...20, using: &random)
      var rows = BuildRows(columns: columns - 1, keyColumns: 1, keyBytes: valueBytes, seed: seed)
      let numbers = Int64.random(in: 1...Int64(max(1, count)), using: &random)
      firsts = (0..<numbers).map { $0 * $0 * $0 - 5 }
      database = try Database(path: folder.path("t.db"), mode: .create)
      try database.execute("PRAGMA page_size = \(pageSize); PRAGMA auto_vacuum = NONE")
      try database.execute(
        rows.createTable.replacingOccurrences(of: "t(c0", with: "t(f INTEGER, c0")
          .replacingOccurrences(of: "KEY(c0", with: "KEY(f, c0"))
      try database.transaction {
        let places = (1...columns).map { "?\($0)" }.joined(separator: ", ")
        let insert = try database.prepare("INSERT OR REPLACE INTO t VALUES (\(places))")
        for _ in 0..<count {
          insert.bind(firsts.randomElement(using: &random) ?? 0, at: 1)
          for (place, value) in rows.row().enumerated() { insert.bind(value, at: place + 2) }
          try insert.run()
        }
        try database.execute("DELETE FROM t WHERE (length(c0) + f) % 3 = 0")
      }
    }

    func selected(_ firsts: ClosedRange<Int64>) throws -> [[RowKey.Value]] {
      let rows = try database.prepare(
        "SELECT * FROM t WHERE f BETWEEN \(firsts.lowerBound) AND \(firsts.upperBound) ORDER BY f, c0")
      var found: [[RowKey.Value]] = []
      while try rows.step() { found.append(rows.values()) }
      return found
    }

    func selected(_ first: Int64) throws -> [[RowKey.Value]] { try selected(first...first) }
  }

  private static func scanned(_ scan: inout TableScan, _ first: Int64) throws -> [[RowKey.Value]] {
    var found: [[RowKey.Value]] = []
    try scan.forEachRow(of: first) { cells, bytes in found.append(values(cells, bytes)) }
    return found
  }

  private static func values(_ cells: Span<Int64>, _ bytes: Span<UInt8>) -> [RowKey.Value] {
    cells.indices.map { column in
      let cell = cells[column]
      guard let place = RowBatch.place(of: cell) else {
        return cell == RowBatch.null ? .null : .integer(cell)
      }
      let value = (place.offset..<place.offset + place.count).map { bytes[$0] }
      return place.isText ? .text(value) : .blob(value)
    }
  }

  static let shapes = [
    (512, 3000, 12), (512, 800, 700), (4096, 5000, 40), (4096, 300, 9000), (8192, 4000, 256),
    (65536, 4000, 30),
    (512, 0, 0), (512, 1, 3),
  ]

  @Test(arguments: shapes, [1, 2, 3] as [UInt64])
  func `rows are the selected ones, whichever numbers are asked for in which order`(
    _ shape: (pageSize: Int, count: Int, valueBytes: Int), seed: UInt64
  ) throws {
    var test = try Case(
      pageSize: shape.pageSize, count: shape.count, valueBytes: shape.valueBytes, seed: seed)
    var scan = try #require(try TableScan("t", of: test.database))
    for first in test.firsts { #expect(try Self.scanned(&scan, first) == test.selected(first)) }
    for _ in 0..<100 {
      let first =
        (test.firsts.randomElement(using: &test.random) ?? 0) + Int64.random(in: -1...1, using: &test.random)
      #expect(try Self.scanned(&scan, first) == test.selected(first))
    }
  }

  @Test(arguments: shapes)
  func `rows of many numbers come together`(_ shape: (pageSize: Int, count: Int, valueBytes: Int)) throws {
    var test = try Case(pageSize: shape.pageSize, count: shape.count, valueBytes: shape.valueBytes, seed: 9)
    var scan = try #require(try TableScan("t", of: test.database))
    for _ in 0..<60 {
      let ends = (0..<2).map { _ in
        (test.firsts.randomElement(using: &test.random) ?? 0) + Int64.random(in: -1...1, using: &test.random)
      }
      let firsts = (ends.min() ?? 0)...(ends.max() ?? 0)
      var found: [[RowKey.Value]] = []
      try scan.forEachRow(in: firsts) { cells, bytes in found.append(Self.values(cells, bytes)) }
      #expect(try found == test.selected(firsts))
    }
  }

  @Test(arguments: [4, 5] as [UInt64])
  func `rows are taken one by one, as far as somebody wants them`(seed: UInt64) throws {
    var test = try Case(pageSize: 512, count: 2000, valueBytes: 20, seed: seed)
    var scan = try #require(try TableScan("t", of: test.database))
    for first in test.firsts {
      let selected = try test.selected(first)
      let wanted = Int.random(in: 0...selected.count, using: &test.random)
      var taken: [[RowKey.Value]] = []
      try scan.seek(first)
      while try scan.takeRow(
        of: first,
        { cells, bytes in
          guard taken.count < wanted else { return false }
          taken.append(Self.values(cells, bytes))
          return true
        })
      {}
      #expect(taken == Array(selected.prefix(wanted)))
    }
  }

  @Test(arguments: [6, 7] as [UInt64])
  func `rows are taken some at a time, none twice and none left out`(seed: UInt64) throws {
    var test = try Case(pageSize: 512, count: 2000, valueBytes: 20, seed: seed)
    var scan = try #require(try TableScan("t", of: test.database))
    for first in test.firsts where Bool.random(using: &test.random) {
      var taken: [[RowKey.Value]] = []
      var isAtEnd = false
      try scan.seek(first)
      while !isAtEnd {
        var room = Int.random(in: 0...3, using: &test.random)
        isAtEnd = try scan.takeRows(through: first) { cells, bytes, _ in
          guard room > 0 else { return false }
          room -= 1
          taken.append(Self.values(cells, bytes))
          return true
        }
      }
      #expect(try taken == test.selected(first))
    }
  }

  @Test(arguments: shapes, [11, 12] as [UInt64])
  func `whoever goes row by row may go on, back and elsewhere`(
    _ shape: (pageSize: Int, count: Int, valueBytes: Int), seed: UInt64
  ) throws {
    var test = try Case(
      pageSize: shape.pageSize, count: shape.count, valueBytes: shape.valueBytes, seed: seed)
    let columns = test.columns
    let all = try test.selected(.min ... .max)
    var scan = try #require(try TableScan("t", of: test.database))
    for _ in 0..<60 {
      let first =
        (test.firsts.randomElement(using: &test.random) ?? 0) + Int64.random(in: -1...1, using: &test.random)
      let rest = all.drop { row in if case .integer(let number) = row[0] { number < first } else { false } }
      let count = Bool.random(using: &test.random) ? 3 : Int.random(in: 0...rest.count, using: &test.random)
      var found: [[RowKey.Value]] = []
      try scan.seek(first)
      while scan.hasRow, found.count < count {
        let cells = (0..<columns).map { scan.cell($0) }
        found.append(Self.values(cells.span, scan.bytes.span))
        try scan.advance()
      }
      #expect(found == Array(rest.prefix(count)))
    }
  }

  @Test func `a value too long for a cell is an error`() throws {
    let test = try Case(pageSize: 4096, count: 5, valueBytes: 9, seed: 8)
    try test.database.execute("INSERT OR REPLACE INTO t(f, c0) VALUES (7, zeroblob(3000000))")
    var scan = try #require(try TableScan("t", of: test.database))
    #expect(throws: SQLiteError.self) { try Self.scanned(&scan, 7) }
  }

  @Test(arguments: [.min, .min + 5, .min / 2 - 1] as [Int64])
  func `a number that would be NULL or a place as a cell is an error`(number: Int64) throws {
    let folder = try ScratchFolder()
    let database = try Database(path: folder.path("n.db"), mode: .create)
    try database.execute(
      "CREATE TABLE t(f INTEGER, c0 INTEGER, PRIMARY KEY(f, c0)) WITHOUT ROWID")
    func found(_ number: Int64) throws -> [[RowKey.Value]] {
      try database.execute("DELETE FROM t; INSERT INTO t VALUES (1, \(number))")
      var scan = try #require(try TableScan("t", of: database))
      return try Self.scanned(&scan, 1)
    }
    #expect(try found(.min / 2) == [[.integer(1), .integer(.min / 2)]])
    let error = #expect(throws: SQLiteError.self) { try found(number) }
    #expect(error?.code.primary == .corrupt)
  }

  @Test func `what only SQLite knows is not read out of the file`() throws {
    let test = try Case(pageSize: 4096, count: 50, valueBytes: 9, seed: 6)
    #expect(try TableScan("t", of: Database(path: ":memory:", mode: .memory)) == nil)
    try test.database.execute("CREATE VIEW v AS SELECT * FROM t")
    #expect(try TableScan("v", of: test.database) == nil)
    #expect(try TableScan("t", of: test.database) != nil)
    try test.database.transaction {
      try test.database.execute("DELETE FROM t")
      #expect(try TableScan("t", of: test.database) == nil)
    }
    try test.database.execute("PRAGMA journal_mode = WAL")
    #expect(try TableScan("t", of: test.database) == nil)
  }

  @Test func `as long as it is there, nobody else changes the file`() throws {
    let test = try Case(pageSize: 4096, count: 50, valueBytes: 9, seed: 7)
    let other = try Database(path: test.folder.path("t.db"), mode: .readWrite)
    var scan = try TableScan("t", of: test.database)
    #expect(scan != nil)
    #expect(throws: SQLiteError.self) { try other.execute("DELETE FROM t") }
    scan = nil
    try other.execute("DELETE FROM t")
  }

  @Test(arguments: Array(1...60) as [UInt64])
  func `a damaged file is an error or other rows, never a crash`(seed: UInt64) throws {
    var test = try Case(pageSize: 512, count: 600, valueBytes: seed % 2 == 0 ? 20 : 900, seed: seed)
    let path = test.folder.path("t.db")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for _ in 0..<Int.random(in: 1...40, using: &test.random) {
      // Behind the first page, of which SQLite itself makes sense.
      bytes[Int.random(in: 512..<bytes.count, using: &test.random)] = .random(
        in: 0...255, using: &test.random)
    }
    try bytes.write(to: URL(fileURLWithPath: test.folder.path("d.db")))
    let database = try Database(path: test.folder.path("d.db"), mode: .readOnly)
    var scan = try #require(try TableScan("t", of: database))
    for first in test.firsts {
      do { _ = try Self.scanned(&scan, first) } catch let error as SQLiteError {
        #expect([.corrupt, .ioError].contains(error.code.primary))
      }
    }
  }
}

extension Statement {
  fileprivate func bind(_ value: RowKey.Value, at index: Int) {
    switch value {
    case .null: bindNull(at: index)
    case .integer(let number): bind(number, at: index)
    case .text(let bytes): bind(String(decoding: bytes, as: UTF8.self), at: index)
    case .blob(let bytes): bind(blob: bytes, at: index)
    }
  }
}
