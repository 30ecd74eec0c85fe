/// A view or a data set as text: what is unknown is an empty cell, truth in views is `1` or `0`.
package struct ReferenceTable: Sendable {
  package let header: [String]
  /// Sorted by the key columns.
  package let rows: [[String]]
  /// How many of the first columns make the key.
  package let keyCount: Int

  /// - Parameters:
  ///   - rows: in any order; they are sorted by the bytes of their key columns.
  ///   - numericKeys: positions of key columns that hold small whole numbers and are sorted as such.
  init(header: [String], keyCount: Int, rows: [[String]], numericKeys: Set<Int> = []) {
    self.header = header
    self.keyCount = keyCount
    func key(_ row: [String]) -> [ByteText] {
      row.prefix(keyCount).enumerated().map { position, text in
        numericKeys.contains(position)
          ? ByteText(String(repeating: "0", count: max(0, 20 - text.utf8.count)) + text) : ByteText(text)
      }
    }
    self.rows = rows.map { (key: key($0), row: $0) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.row)
  }

  /// The rows as dictionaries by column name, for a test that asks for one cell.
  package var records: [[String: String]] {
    rows.map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
  }

  /// How another table differs from this one, one sentence for each difference; empty when they agree.
  ///
  /// Rows must be the same, and in the same order. Columns are found by name: the other table may leave columns
  /// away that are no key, but may not have any of its own. A percentile may be 1 % off.
  package func differences(from header: [String], rows others: [[String]]) -> [String] {
    let unknown = header.filter { !self.header.contains($0) }
    guard unknown.isEmpty else { return unknown.map { "column \($0) is not in the reference" } }
    guard Array(header.prefix(keyCount)) == Array(self.header.prefix(keyCount)) else {
      return ["the key columns are \(header.prefix(keyCount)), not \(self.header.prefix(keyCount))"]
    }
    let expectedKeys = rows.map { $0.prefix(keyCount).map(ByteText.init) }
    let keys = others.map { $0.prefix(keyCount).map(ByteText.init) }
    guard keys == expectedKeys else {
      let missing = Set(expectedKeys).subtracting(keys).map { "row \(describe($0)) is missing" }
      let added = Set(keys).subtracting(expectedKeys).map { "row \(describe($0)) should not be there" }
      return missing.isEmpty && added.isEmpty
        ? ["the rows are repeated or out of order"] : (missing + added).sorted()
    }
    return zip(records, others).flatMap { record, other in
      zip(header, other).compactMap { column, cell in
        let expected = record[column] ?? ""
        guard !Self.agree(column, expected, cell) else { return nil }
        let key = describe(other.prefix(keyCount).map(ByteText.init))
        return "row \(key): \(column) is '\(cell)', not '\(expected)'"
      }
    }
  }

  private func describe(_ key: [ByteText]) -> String { key.map(\.text).joined(separator: " | ") }

  private static let percentiles: Set = ["ack_p50_ms", "ack_p90_ms", "ack_p95_ms", "ack_p99_ms"]

  private static func agree(_ column: String, _ expected: String, _ cell: String) -> Bool {
    if ByteText(expected) == ByteText(cell) { return true }
    guard percentiles.contains(column), let expected = Double(expected), let value = Double(cell) else {
      return false
    }
    return abs(value - expected) <= expected * 0.01
  }
}

/// A number of a cell that may be unknown.
func cell(_ number: Int64?) -> String { number.map(String.init) ?? "" }

/// A share with six digits, half a unit rounded up; empty when there is nothing to divide by.
func share(_ numerator: Int, of denominator: Int) -> String {
  guard denominator > 0 else { return "" }
  // In whole numbers: a tie such as 1/128 must not depend on how a binary fraction is printed.
  let millionths = (2_000_000 * numerator + denominator) / (2 * denominator)
  let digits = String(millionths % 1_000_000)
  return "\(millionths / 1_000_000)." + String(repeating: "0", count: 6 - digits.count) + digits
}
