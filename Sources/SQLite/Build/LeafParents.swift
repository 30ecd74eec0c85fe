/// The pages above leaves, made while the leaves come, so that memory does not have to hold something of each leaf.
///
/// An interior page needs two children or more. So a part of a table keeps back its first two leaves, for the part before
/// it, and its last two, for the part behind it, and whatever is joined gives whole pages.
struct LeafParents: Sendable {
  private let file: PageFile
  /// Leaves that are kept until they are packed.
  private let most: Int
  /// The first two leaves, once there are pages.
  private var head = SiblingPages()
  /// The pages above those that came then.
  private var parents = SiblingPages()
  /// Leaves that have no parent yet.
  private var waiting = SiblingPages()

  init(in file: PageFile, most: Int = .max) {
    self.file = file
    self.most = most
  }

  /// The number of the first leaf.
  var first: UInt32? { head.pages.first ?? waiting.pages.first }

  /// Adds leaves that are in the file, and the row behind each.
  mutating func add(_ leaves: SiblingPages) throws(TableBuildError) {
    waiting += leaves
    guard waiting.pages.count >= most else { return }
    let cells = BTreePage.cells(in: waiting.dividers)
    let end = cells.count - 2
    var start = 0
    if head.pages.isEmpty {
      start = 2
      head = part(0..<start, cells)
    }
    try pack(part(start..<end, cells))
    waiting = part(end..<cells.count, cells)
  }

  /// Adds a leaf whose row behind it comes separately, by `add(divider:)`.
  mutating func add(_ leaf: UInt32) { waiting.pages.append(leaf) }

  mutating func add(divider cells: [UInt8]) { waiting.dividers += cells }

  /// Adds what stands above the leaves of the part that comes next.
  mutating func append(_ next: LeafParents) throws(TableBuildError) {
    waiting += next.head
    if !next.parents.pages.isEmpty {
      try pack(waiting)
      parents += next.parents
      waiting = SiblingPages()
    }
    waiting += next.waiting
  }

  /// The lowest pages in memory once there is no other leaf.
  ///
  /// - Returns: the leaves themselves, when they are few; no row stands behind the last.
  mutating func finish() throws(TableBuildError) -> SiblingPages {
    guard !parents.pages.isEmpty else { return waiting }
    try pack(waiting)
    return parents
  }

  private func part(_ leaves: Range<Int>, _ cells: [Range<Int>]) -> SiblingPages {
    guard let first = leaves.first, let last = leaves.last else { return SiblingPages() }
    return SiblingPages(
      pages: Array(waiting.pages[leaves]),
      dividers: Array(waiting.dividers[cells[first].lowerBound..<cells[last].upperBound]))
  }

  /// Writes the pages above some leaves; the row behind the last of these, if there is one, stands behind the last page.
  private mutating func pack(_ leaves: SiblingPages) throws(TableBuildError) {
    let level = InteriorLevel(above: leaves, pageSize: file.pageSize)
    parents += SiblingPages(pages: try file.append(level.pages.flatMap { $0 }[...]), dividers: level.dividers)
  }
}
