import Foundation
import TestSupport

@testable import SQLite

/// Two databases with the same empty table: one to be built, one to be filled by SQL.
struct BuildStores {
  let folder = try! ScratchFolder()
  let rows: BuildRows
  let pageSize: Int
  var built: String { folder.path("built.db") }
  var inserted: String { folder.path("inserted.db") }

  init(_ rows: BuildRows, pageSize: Int) throws {
    self.rows = rows
    self.pageSize = pageSize
    for path in [built, inserted] {
      try Database(path: path, mode: .create).execute(
        "PRAGMA page_size = \(pageSize); PRAGMA auto_vacuum = NONE; \(rows.createTable)")
    }
  }

  /// Builds the table from parts that end at `cuts`, each from batches of at most `batchRows`.
  func build(_ content: [[RowKey.Value]], cuts: [Int] = [], batchRows: Int = 1000) throws {
    let build = try TableBuild(path: built)
    let ends = cuts.sorted() + [content.count]
    var runs: [LeafRun] = []
    let batch = RowBatch(columns: rows.names)
    for (start, end) in zip([0] + ends, ends) {
      var segment = try build.segment(of: "t")
      for first in stride(from: start, to: end, by: batchRows) {
        batch.removeAll()
        for row in content[first..<min(first + batchRows, end)] { batch.append(row) }
        try segment.append(batch)
      }
      runs.append(try segment.finish())
    }
    try build.finish(runs)
  }

  func insert(_ content: [[RowKey.Value]]) throws {
    let database = try Database(path: inserted, mode: .readWrite)
    let batch = try RowBatch(name: "batch", columns: rows.names, in: database)
    for row in content { batch.append(row) }
    try database.execute("INSERT INTO t SELECT * FROM batch")
  }

  /// What `PRAGMA integrity_check` says of a database; `["ok"]` when it is whole.
  static func complaints(_ path: String) throws -> [String] {
    let check = try Database(path: path, mode: .readWrite).prepare("PRAGMA integrity_check(100000)")
    var complaints: [String] = []
    do {
      while try check.step() { complaints.append(check.text(0)) }
    } catch let error as SQLiteError {
      complaints.append(error.message)
    }
    return complaints
  }

  /// All rows, as SQLite reads them.
  static func content(_ path: String) throws -> [[RowKey.Value]] {
    let select = try Database(path: path, mode: .readOnly).prepare("SELECT * FROM t")
    var rows: [[RowKey.Value]] = []
    while try select.step() { rows.append(select.values()) }
    return rows
  }

  /// Changes the bytes of a file.
  static func edit(_ path: String, _ change: (inout Data) -> Void) throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    change(&bytes)
    try bytes.write(to: URL(fileURLWithPath: path))
  }
}

/// Reads the payloads of an index b-tree out of a file, in key order: plainly, and by the format's words alone.
struct TreeReader {
  let bytes: Data
  let pageSize: Int
  private(set) var payloads: [Data] = []
  private(set) var depth = 0

  init(_ path: String, table: String = "t") throws {
    let root = try Database(path: path, mode: .readOnly).integer(
      "SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'")
    bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    pageSize = size == 1 ? 65536 : size
    visit(Int(root ?? 0), level: 1)
  }

  private mutating func visit(_ number: Int, level: Int) {
    depth = max(depth, level)
    let page = (number - 1) * pageSize
    let isInterior = bytes[page] == 2
    for index in 0..<big(page + 3, 2) {
      var cell = page + big(page + (isInterior ? 12 : 8) + 2 * index, 2)
      if isInterior {
        visit(big(cell, 4), level: level + 1)
        cell += 4
      }
      var count = 0
      while true {
        let byte = bytes[cell]
        count = count << 7 | Int(byte & 0x7F)
        cell += 1
        if byte < 0x80 { break }
      }
      payloads.append(bytes[cell..<cell + count])
    }
    if isInterior { visit(big(page + 8, 4), level: level + 1) }
  }

  private func big(_ start: Int, _ count: Int) -> Int {
    bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
  }
}
