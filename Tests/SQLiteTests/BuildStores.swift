import Foundation
import TestSupport

@testable import SQLite

/// Two databases with the same empty table: one to be built, one to be filled by SQL.
struct BuildStores {
  let folder: ScratchFolder
  let rows: BuildRows
  let pageSize: Int
  var built: String { folder.path("built.db") }
  var inserted: String { folder.path("inserted.db") }

  init(_ rows: BuildRows, pageSize: Int) throws {
    folder = try ScratchFolder()
    self.rows = rows
    self.pageSize = pageSize
    for path in [built, inserted] {
      try Database(path: path, mode: .create).execute(
        "PRAGMA page_size = \(pageSize); PRAGMA auto_vacuum = NONE; \(rows.createTable)")
    }
  }

  /// Builds the table from parts that end at `cuts`, each from batches of at most `batchRows`.
  func build(
    _ content: [[RowKey.Value]], cuts: [Int] = [], batchRows: Int = 1000, filling: LeafOptions = LeafOptions()
  )
    throws
  {
    let build = try TableBuild(path: built)
    let ends = cuts.sorted() + [content.count]
    var runs: [LeafPages] = []
    let batch = RowBatch(columns: rows.names)
    for (start, end) in zip([0] + ends, ends) {
      var segment = try build.segment(of: "t", filling: filling)
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

  /// What `PRAGMA integrity_check` or `quick_check` says of a database; `["ok"]` when it is whole.
  static func complaints(_ path: String, _ pragma: String = "integrity_check") throws -> [String] {
    let check = try Database(path: path, mode: .readWrite).prepare("PRAGMA \(pragma)(100000)")
    var complaints: [String] = []
    do {
      while try check.step() { complaints.append(check.text(0)) }
    } catch let error as SQLiteError {
      complaints.append(error.message)
    }
    return complaints
  }

  /// All rows, as SQLite reads them.
  static func content(_ path: String, _ query: String = "SELECT * FROM t") throws -> [[RowKey.Value]] {
    let select = try Database(path: path, mode: .readOnly).prepare(query)
    var rows: [[RowKey.Value]] = []
    while try select.step() { rows.append(select.values()) }
    return rows
  }
}
