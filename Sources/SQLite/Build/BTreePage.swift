/// The pages of an index b-tree, which is how SQLite stores a WITHOUT ROWID table.
///
/// What the build relies on, by the sections of "Database File Format" (https://www.sqlite.org/fileformat2.html):
///
/// - "B-tree Pages". A page has a header, an array of two-byte pointers to its cells in key order, unused space, and
///   the cells. Numbers are big-endian. The header: type (0x0A leaf, 0x02 interior), first freeblock (2 bytes), number
///   of cells (2), start of the cells (2, where 0 means 65536), fragmented bytes (1); on an interior page 4 bytes more,
///   the number of its right-most child.
/// - A leaf cell of an index is the payload's size as a varint, then the payload. An interior cell has the number of
///   its left child before that, in 4 bytes. An interior cell's row is not repeated in a leaf: the row between two
///   leaves stands only in their parent, so what separates two pages is a row of the table.
/// - "Cell Payload Overflow Pages". At most `maximumPayload` bytes of a row stay on its page; a longer one is refused
///   here. At least four cells always fit a page.
/// - "Record Format". A payload is the header's size, one serial type for each column, then the values.
/// - A cell that is freed becomes a freeblock of at least 4 bytes, so each cell takes at least 4.
///
/// A worked example: the row (7, NULL, 1) is the cell `05 04 01 00 09 07`: five bytes of payload; four of header; an
/// integer of one byte, NULL, the constant 1; and the 7.
enum BTreePage {
  static let leafType: UInt8 = 0x0A
  static let interiorType: UInt8 = 0x02
  static let leafHeader = 8
  static let interiorHeader = 12
  /// Bytes of a cell's pointer.
  static let pointer = 2
  static let smallestCell = 4

  /// The bytes of a row that an index page keeps without an overflow page.
  static func maximumPayload(pageSize: Int) -> Int { (pageSize - 12) * 64 / 255 - 23 }

  /// The number of bytes of the leaf cell that begins at `start`.
  static func cellCount(in bytes: [UInt8], at start: Int) -> Int {
    var (payload, index) = (0, start)
    while bytes[index] >= 0x80 {
      payload = payload << 7 | Int(bytes[index] & 0x7F)
      index += 1
    }
    return index + 1 - start + (payload << 7 | Int(bytes[index]))
  }

  /// Where each cell stands in leaf cells that lie one after another.
  static func cells(in bytes: [UInt8]) -> [Range<Int>] {
    var (cells, start): ([Range<Int>], Int) = ([], 0)
    while start < bytes.count {
      let end = start + cellCount(in: bytes, at: start)
      cells.append(start..<end)
      start = end
    }
    return cells
  }
}

extension BTreePage {
  /// The cells of a leaf page, in key order.
  static func cells(ofLeaf page: [UInt8]) -> [ArraySlice<UInt8>] {
    (0..<number(in: page, at: 3)).map { index in
      let start = number(in: page, at: leafHeader + index * pointer)
      return page[start..<start + cellCount(in: page, at: start)]
    }
  }

  /// A leaf page of these cells, which must fit it.
  static func leaf(_ cells: some Sequence<ArraySlice<UInt8>>, pageSize: Int) -> [UInt8] {
    var page = [UInt8](repeating: 0, count: pageSize)
    var (count, content) = (0, pageSize)
    for cell in cells {
      content -= max(cell.count, smallestCell)
      page.replaceSubrange(content..<content + cell.count, with: cell)
      set(content, in: &page, at: leafHeader + count * pointer)
      count += 1
    }
    precondition(leafHeader + count * pointer <= content, "the cells of a page fit it")
    setHeader(of: &page, type: leafType, count: count, content: content)
    return page
  }

  /// An interior page: each cell with the child left of it, and the child right of all.
  static func interior(_ cells: [(child: UInt32, cell: ArraySlice<UInt8>)], last: UInt32, pageSize: Int)
    -> [UInt8]
  {
    var page = [UInt8](repeating: 0, count: pageSize)
    var content = pageSize
    for (index, (child, cell)) in cells.enumerated() {
      content -= cell.count + 4
      set(child, in: &page, at: content)
      page.replaceSubrange(content + 4..<content + 4 + cell.count, with: cell)
      set(content, in: &page, at: interiorHeader + index * pointer)
    }
    precondition(interiorHeader + cells.count * pointer <= content, "the cells of a page fit it")
    setHeader(of: &page, type: interiorType, count: cells.count, content: content)
    set(last, in: &page, at: leafHeader)
    return page
  }

  /// Writes the header of the leaf page at `start`, and zeros where it has no cells.
  ///
  /// Zeros, because the memory may hold what another page had there, and a ledger keeps nothing it was not given.
  static func finishLeaf(_ leaf: LeafCount, in bytes: inout [UInt8], at start: Int) {
    for index in start + leafHeader + leaf.count * pointer..<start + leaf.content { bytes[index] = 0 }
    setHeader(of: &bytes, at: start, type: leafType, count: leaf.count, content: leaf.content)
  }

  private static func setHeader(
    of bytes: inout [UInt8], at start: Int = 0, type: UInt8, count: Int, content: Int
  ) {
    bytes[start] = type
    set(0, in: &bytes, at: start + 1)
    set(count, in: &bytes, at: start + 3)
    set(content, in: &bytes, at: start + 5)
    bytes[start + 7] = 0
  }

  static func number(in page: [UInt8], at index: Int) -> Int {
    Int(page[index]) << 8 | Int(page[index + 1])
  }

  private static func set(_ number: Int, in page: inout [UInt8], at index: Int) {
    page[index] = UInt8(truncatingIfNeeded: number >> 8)
    page[index + 1] = UInt8(truncatingIfNeeded: number)
  }

  private static func set(_ child: UInt32, in page: inout [UInt8], at index: Int) {
    for byte in 0..<4 { page[index + byte] = UInt8(truncatingIfNeeded: child >> UInt32(24 - 8 * byte)) }
  }
}
