/// One level of pages above the leaves, or above another such level.
struct InteriorLevel {
  /// The pages, in key order.
  private(set) var pages: [[UInt8]] = []
  /// The leaf cells of the rows behind the pages, one after another: none behind the last, unless its last child has one.
  private(set) var dividers: [UInt8] = []

  /// Packs pages that point to two or more children and hold the rows between them.
  ///
  /// A page is filled until the next row does not fit; that row goes up a level. Each page needs at least one row
  /// beside its right-most child, so the page before the last gives one up when a single child would be left over.
  init(above row: SiblingPages, pageSize: Int) {
    let (children, rows) = (row.pages, row.dividers)
    var cells = BTreePage.cells(in: rows)
    // The row behind the last child stands behind the last page.
    let last = cells.count == children.count ? cells.popLast() : nil
    precondition(cells.count == children.count - 1 && children.count >= 2, "a row stands between two pages")
    var first = 0
    while true {
      var (end, room) = (first, pageSize - BTreePage.interiorHeader)
      while end < cells.count, cells[end].count + 4 + BTreePage.pointer <= room {
        room -= cells[end].count + 4 + BTreePage.pointer
        end += 1
      }
      if end == cells.count - 1 { end -= 1 }
      let content = (first..<end).map { (child: children[$0], cell: rows[cells[$0]]) }
      pages.append(BTreePage.interior(content, last: children[end], pageSize: pageSize))
      guard end < cells.count else { break }
      dividers += rows[cells[end]]
      first = end + 1
    }
    if let last { dividers += rows[last] }
  }
}
