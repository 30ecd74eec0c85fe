import TestSupport

@testable import SQLite

/// Seeded rows for a table of `columns` untyped columns, of which the first `keyColumns` are the key.
struct BuildRows {
  typealias Value = RowKey.Value

  var columns: Int
  var keyColumns: Int
  /// The most bytes of a text or blob in the key; other columns have up to 20.
  var keyBytes: Int
  private var generator: SeededGenerator

  init(columns: Int, keyColumns: Int, keyBytes: Int, seed: UInt64) {
    self.columns = columns
    self.keyColumns = keyColumns
    self.keyBytes = keyBytes
    generator = SeededGenerator(seed: seed)
  }

  var names: [String] { (0..<columns).map { "c\($0)" } }

  var createTable: String {
    "CREATE TABLE t(\(names.joined(separator: ", ")), "
      + "PRIMARY KEY(\(names.prefix(keyColumns).joined(separator: ", ")))) WITHOUT ROWID"
  }

  /// At most `count` rows in key order: those whose keys were drawn twice are left out.
  mutating func sorted(_ count: Int) -> [[Value]] {
    var rows: [[Value]] = []
    for _ in 0..<count { rows.append(row()) }
    rows.sort { key($0) < key($1) }
    return rows.enumerated().filter { $0 == 0 || key(rows[$0 - 1]) < key($1) }.map(\.element)
  }

  func key(_ row: [Value]) -> RowKey { RowKey(values: Array(row.prefix(keyColumns))) }

  mutating func row() -> [Value] {
    (0..<columns).map { $0 < keyColumns ? keyValue() : otherValue() }
  }

  private mutating func keyValue() -> Value {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0...2: .integer(.random(in: -3...3, using: &generator))
    case 3: .integer(integer())
    case 4, 5: .text(bytes(upTo: keyBytes))
    default: .blob(bytes(upTo: keyBytes))
    }
  }

  private mutating func otherValue() -> Value {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0...3: .null
    case 4: .integer(.random(in: -1...2, using: &generator))
    case 5...7: .integer(integer())
    case 8: .text(bytes(upTo: 20))
    default: .blob(bytes(upTo: 20))
    }
  }

  /// Integers of every width, mostly beside the limits of one.
  private mutating func integer() -> Int64 {
    let limit = Int64(1) << Int64.random(in: 0...61, using: &generator)
    let near = limit + .random(in: -2...2, using: &generator)
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: return .max
    // A cell below that would be a place.
    case 1: return Int64.min / 2 + 1
    case 2...6: return near
    default: return -near
    }
  }

  /// Often the beginning of one text, so that values differ late or only in length.
  private mutating func bytes(upTo most: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0x61, count: .random(in: 0...most, using: &generator))
    if let last = bytes.indices.last, Bool.random(using: &generator) {
      bytes[.random(in: 0...last, using: &generator)] = .random(in: 1...127, using: &generator)
    }
    return bytes
  }

  /// Draws from the same sequence as the rows.
  mutating func number(in range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }
}

extension RowBatch {
  func append(_ row: [RowKey.Value]) {
    let cells = row.map { cell($0) }
    append(cells.span)
  }

  private func cell(_ value: RowKey.Value) -> Int64 {
    switch value {
    case .null: RowBatch.null
    case .integer(let number): number
    case .text(let bytes): text(bytes)
    case .blob(let bytes): blob(bytes)
    }
  }
}

extension Statement {
  /// The current row.
  func values() -> [RowKey.Value] {
    (0..<columnCount).map { column in
      switch type(column) {
      case .integer: .integer(integer(column))
      case .text: .text(Array(text(column).utf8))
      case .blob: .blob(blob(column))
      default: .null
      }
    }
  }
}
