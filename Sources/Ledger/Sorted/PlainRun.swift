/// Elements of fixed width in order, in memory or in a spill, which are read one after the other.
struct PlainRun<Element: Comparable & BitwiseCopyable & Sendable>: SortedRun, Sendable {
  private var elements: SpillWindow<Element>
  private let count: Int
  private var place = 0

  init(_ sorted: [Element]) {
    elements = SpillWindow(elements: sorted)
    count = sorted.count
  }

  /// - Throws: `SQLiteError`.
  init(_ sorted: [Element], movedTo spill: SpillFile) throws {
    elements = try SpillWindow(sorted, movedTo: spill)
    count = sorted.count
  }

  mutating func next(ahead: Int) throws -> Element? {
    guard place < count else { return nil }
    defer { place += 1 }
    return try elements.element(place, ahead: ahead)
  }
}
