import ReceiptModel

/// Cells of which those of one AppKey are at hand, so that a rule that looks at one AppKey after another looks at each
/// cell once.
struct CellsByApp: Sendable {
  private let cells: [CohortCell]
  /// Where those of an AppKey stand; of one day they are beside each other.
  private let places: [CohortKey: [Range<Int>]]

  init(_ cells: [CohortCell]) {
    self.cells = cells
    var places: [CohortKey: [Range<Int>]] = [:]
    var start = 0
    for end in 1...max(1, cells.count) where start < cells.count {
      guard end == cells.count || !cells[end].key.appKey.hasSameBytes(as: cells[start].key.appKey) else {
        continue
      }
      places[Self.key(cells[start].key.appKey), default: []].append(start..<end)
      start = end
    }
    self.places = places
  }

  /// The cells of an AppKey, in the order of all.
  subscript(_ appKey: String) -> some Sequence<CohortCell> {
    (places[Self.key(appKey)] ?? []).lazy.flatMap { [cells] in cells[$0] }
  }

  private static func key(_ appKey: String) -> CohortKey { CohortKey(day: 0, appKey: appKey, parts: []) }
}
