import Files
import Glibc

/// Cells being added up again: a bounded amount of them in memory, the rest in a temporary file.
struct RecountedSums<Key: HourlyKey, Value: HourlyValue> {
  private var cells = RollupTable<Key, Value>(zero: .zero)
  private let spill: CellSpill<Key, Value>?
  private let limit: Int

  /// - Parameters:
  ///   - folder: of the ledger; where nobody may write there, all cells stay in memory.
  ///   - limit: bytes of cells to keep in memory.
  init(folder: String, keeping limit: Int) {
    self.limit = limit
    spill = FileCall.access(folder, W_OK) ? CellSpill(folder: folder) : nil
  }

  /// - Throws: `SQLiteError`.
  mutating func add(_ value: Value, to key: Key) throws {
    cells[key] += value
    guard let spill, cells.byteCount > limit else { return }
    try spill.add(cells.takeSorted())
  }

  /// Passes on each key with its sum, sorted by keys, and forgets them.
  ///
  /// - Parameter body: gets those of whole rows of every `CohortTable`.
  /// - Throws: `SQLiteError`, and what `body` throws.
  mutating func drain(_ body: ([(key: Key, value: Value)]) throws -> Void) throws {
    guard let spill, !spill.isEmpty else { return try body(cells.takeSorted()) }
    try spill.add(cells.takeSorted())
    try spill.drain(limit, body)
  }
}
