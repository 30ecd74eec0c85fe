/// Cells of at most two leaf pages, set anew into one page, or into two with a row between them.
struct LeafPair {
  let first: [UInt8]
  /// The cell between the pages; empty when there is only one.
  let divider: [UInt8]
  let second: [UInt8]?

  init(_ cells: [ArraySlice<UInt8>], pageSize: Int) {
    var (count, room) = (0, pageSize - BTreePage.leafHeader)
    for cell in cells {
      room -= max(cell.count, BTreePage.smallestCell) + BTreePage.pointer
      if room < 0 { break }
      count += 1
    }
    guard count < cells.count else {
      first = BTreePage.leaf(cells, pageSize: pageSize)
      divider = []
      second = nil
      return
    }
    // The second page needs a row, so when a single one is left over the first page gives up its last.
    if count == cells.count - 1 { count -= 1 }
    first = BTreePage.leaf(cells[..<count], pageSize: pageSize)
    divider = Array(cells[count])
    second = BTreePage.leaf(cells[(count + 1)...], pageSize: pageSize)
  }
}
