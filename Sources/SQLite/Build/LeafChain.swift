/// All leaves of a table, joined from runs in the order of their keys.
///
/// Two runs meet in the middle of a page, with no row to stand between the last leaf of the one and the first of the
/// other. Those two are packed anew (`LeafPair`); all other leaves stay where they are.
struct LeafChain {
  private let file: PageFile
  /// What stands above the leaves that are done.
  private var written: LeafParents
  /// The last leaf, which has no number yet; `nil` while there are no rows.
  private(set) var open: [UInt8]?
  private var lastKey: RowKey?

  init(in file: PageFile) {
    self.file = file
    written = LeafParents(in: file)
  }

  /// Adds a run whose keys are greater than those already there.
  mutating func append(_ run: LeafPages) throws(TableBuildError) {
    guard let keys = run.keys, let parents = run.written else { return }
    if let lastKey, !(lastKey < keys.first) { throw .notAscending }
    lastKey = keys.last
    var waiting = pages(run.waiting)
    // The first leaf keeps its place in the file, when it has one.
    let place = parents.first
    var first = if let place { try file.read(place) } else { Array(waiting.removeFirst()) }
    if let open {
      let cells = BTreePage.cells(ofLeaf: open) + BTreePage.cells(ofLeaf: first)
      let leaves = LeafPair(cells, pageSize: file.pageSize)
      if let second = leaves.second {
        try close(leaves.first)
        written.add(divider: leaves.divider)
        first = second
      } else {
        first = leaves.first
      }
    }
    open = first
    guard let last = waiting.popLast() else { return }
    if let place {
      try file.write(first[...], at: place)
    } else {
      try close(first)
    }
    try written.append(parents)
    written.add(divider: run.dividers)
    for page in waiting { try close(Array(page)) }
    open = Array(last)
  }

  /// The lowest pages in memory, none when all rows are in one leaf, `open`.
  mutating func finish() throws(TableBuildError) -> SiblingPages {
    if let open, written.first != nil { try close(open) }
    return try written.finish()
  }

  private mutating func close(_ leaf: [UInt8]) throws(TableBuildError) {
    for number in try file.append(leaf[...]) { written.add(number) }
  }

  private func pages(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    stride(from: 0, to: bytes.count, by: file.pageSize).map { bytes[$0..<$0 + file.pageSize] }
  }
}
