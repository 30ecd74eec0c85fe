/// All leaves of a table, joined from runs in the order of their keys.
///
/// Two runs meet in the middle of a page, with no row to stand between the last leaf of the one and the first of the
/// other. Those two are packed anew (`LeafPair`); all other leaves stay where they are.
struct LeafChain {
  private let file: PageFile
  /// The numbers of the leaves that are done.
  private(set) var written: [UInt32] = []
  /// The cells of the rows between the leaves.
  private(set) var dividers: [UInt8] = []
  /// The last leaf, which has no number yet; `nil` while there are no rows.
  private(set) var open: [UInt8]?
  private var lastKey: RowKey?

  init(in file: PageFile) { self.file = file }

  /// Adds a run whose keys are greater than those already there.
  mutating func append(_ run: LeafPages) throws(TableBuildError) {
    guard let keys = run.keys else { return }
    if let lastKey, !(lastKey < keys.first) { throw .notAscending }
    lastKey = keys.last
    var waiting = pages(run.waiting)
    var numbers = run.written[...]
    // The first leaf keeps its place in the file, when it has one.
    let place = numbers.popFirst()
    var first = if let place { try file.read(place) } else { Array(waiting.removeFirst()) }
    if let open {
      let cells = BTreePage.cells(ofLeaf: open) + BTreePage.cells(ofLeaf: first)
      let leaves = LeafPair(cells, pageSize: file.pageSize)
      if let second = leaves.second {
        try close(leaves.first)
        dividers += leaves.divider
        first = second
      } else {
        first = leaves.first
      }
    }
    dividers += run.dividers
    open = first
    guard let last = waiting.popLast() else { return }
    try close(first, at: place)
    written += numbers
    for page in waiting { try close(Array(page)) }
    open = Array(last)
  }

  /// Writes the last leaf, when there is more than one.
  mutating func finish() throws(TableBuildError) {
    if let open, !written.isEmpty { try close(open) }
  }

  private mutating func close(_ leaf: [UInt8], at place: UInt32? = nil) throws(TableBuildError) {
    if let place {
      try file.write(leaf[...], at: place)
      written.append(place)
    } else {
      written += try file.append(leaf[...])
    }
  }

  private func pages(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    stride(from: 0, to: bytes.count, by: file.pageSize).map { bytes[$0..<$0 + file.pageSize] }
  }
}
