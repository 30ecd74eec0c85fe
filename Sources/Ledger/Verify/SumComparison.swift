import SQLite

/// The rows of a table of sums beside those that it has to have, both in the order of the primary key.
struct SumComparison<Key: Comparable, Value> {
  /// Rows that should not be there as they are.
  private(set) var excess = 0
  /// Rows that should be there and are not, or not so.
  private(set) var missing = 0
  private let table: String
  private let held: Statement
  private let key: (Statement) -> Key
  private let holds: (Statement, Value) -> Bool
  private var hasRow: Bool

  /// - Parameters:
  ///   - held: the table's rows.
  ///   - key: of a row.
  ///   - holds: whether a row has a value.
  init(
    _ table: String, _ held: Statement, key: @escaping (Statement) -> Key,
    holds: @escaping (Statement, Value) -> Bool
  ) throws {
    self.table = table
    self.held = held
    self.key = key
    self.holds = holds
    hasRow = try held.step()
  }

  /// Compares the value that a key has to have.
  ///
  /// - Parameter key: behind that of the call before.
  mutating func compare(_ key: Key, _ value: Value) throws {
    while hasRow, self.key(held) < key {
      excess += 1
      hasRow = try held.step()
    }
    guard hasRow, self.key(held) == key else {
      missing += 1
      return
    }
    if !holds(held, value) {
      excess += 1
      missing += 1
    }
    hasRow = try held.step()
  }

  /// Counts the rows behind all that were wanted.
  ///
  /// - Returns: a sentence when the table differs.
  mutating func finish() throws -> String? {
    while hasRow {
      excess += 1
      hasRow = try held.step()
    }
    guard excess + missing > 0 else { return nil }
    return LedgerReader.difference(of: table, excess: excess, missing: missing)
  }
}
