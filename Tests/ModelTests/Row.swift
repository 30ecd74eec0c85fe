import SQLite

/// A row of a query's answer, equal and ordered by its bytes: two spellings of one letter are two ids.
struct Row: Hashable, Comparable, CustomStringConvertible {
  let cells: [[UInt8]?]

  init(_ texts: [String?]) { cells = texts.map { $0.map { Array($0.utf8) } } }

  static func < (left: Row, right: Row) -> Bool {
    for (one, other) in zip(left.cells, right.cells) where one != other {
      guard let one, let other else { return one == nil }
      return one.lexicographicallyPrecedes(other)
    }
    return false
  }

  var description: String {
    cells.map { $0.map { String(decoding: $0, as: UTF8.self) } ?? "NULL" }.joined(separator: " | ")
  }
}

extension Database {
  /// Every row of an answer, sorted.
  func rows(_ sql: String) throws -> [Row] {
    let statement = try prepare(sql)
    var rows: [Row] = []
    while try statement.step() {
      rows.append(Row((0..<statement.columnCount).map { statement.optionalText($0) }))
    }
    return rows.sorted()
  }
}

/// The rows that only one side has, each with the side's name; a row counts as often as it is there.
func differences(model: [Row], ledger: [Row]) -> [String] {
  var counts: [Row: Int] = [:]
  for row in model { counts[row, default: 0] += 1 }
  for row in ledger { counts[row, default: 0] -= 1 }
  return counts.filter { $0.value != 0 }.map { row, count in
    "only \(count > 0 ? "the model" : "the ledger") has \(row)"
  }.sorted()
}
