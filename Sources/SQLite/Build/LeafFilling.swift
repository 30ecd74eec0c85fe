import Glibc

/// Encodes rows of a batch and sets them into one leaf page: the hot loop of a build, on bare memory.
///
/// A row becomes a cell in scratch memory first, because its place in the page follows from its size. Two places are
/// written at once, the serial types (`head`) and the values (`body`); the sizes that stand before the types, which
/// depend on both, are then written in front of them, from right to left.
///
/// An integer's bytes are found without a loop or a table in memory: its significant bits give the serial type, the
/// type gives the number of bytes, both out of a constant of four-bit entries (`RecordFormat`). All eight bytes are
/// stored, left-aligned, and the next value overwrites what was too much.
///
/// Why it is sound. Rows and arena are lent for as long as the value lives, and a place is compared with the arena's
/// count. The scratch memory has `RecordFormat.scratchCount` bytes: at most `prefix` before the types, three for each
/// type, in the body `limit`, which is checked before bytes are copied, and eight for each integer and for the last
/// store. The page is written only between the end of its pointers and `content`, which is checked for each cell.
///
/// The order of the keys is always checked: it takes 3 to 5 of some 50 ns a row, and in a table out of order rows are
/// there that nobody finds. `PRAGMA quick_check` of SQLite 3.40 does not see that.
@safe struct LeafFilling {
  /// All cells of the batch, row by row.
  let rows: UnsafeBufferPointer<Int64>
  let arena: UnsafeBufferPointer<UInt8>
  let columns: Int
  let keyColumns: Int
  /// Bytes of the page that stay free.
  let spareBytes: Int
  /// Whether records end before the columns at their end that are NULL.
  let omitsTrailingNulls: Bool
  /// The greatest payload, as `BTreePage.maximumPayload` says.
  let limit: Int
  let scratch: UnsafeMutableRawBufferPointer
  let page: UnsafeMutableRawBufferPointer

  enum Stop { case atEnd, pageIsFull, rowTooLong, notAscending }

  /// Sets rows from `next` on into the page.
  ///
  /// After `pageIsFull`, `next` is the row that did not fit, and `cell` its cell.
  func fill(_ leaf: inout LeafCount, from next: inout Int, cell: inout [UInt8]) -> Stop {
    let count = unsafe rows.count / columns
    while next < count {
      if next > 0, !isAscending(next) { return .notAscending }
      guard let encoded = encode(next) else { return .rowTooLong }
      guard set(encoded, &leaf) else {
        unsafe cell.append(contentsOf: UnsafeRawBufferPointer(rebasing: scratch[encoded.head]))
        unsafe cell.append(contentsOf: UnsafeRawBufferPointer(rebasing: scratch[encoded.body]))
        return .pageIsFull
      }
      next += 1
    }
    return .atEnd
  }

  /// Where the two parts of a cell lie in the scratch memory.
  private struct Cell {
    var head: Range<Int>
    var body: Range<Int>
  }

  @inline(__always)
  private func set(_ cell: Cell, _ leaf: inout LeafCount) -> Bool {
    let used = cell.head.count + cell.body.count
    let content = leaf.content - max(used, BTreePage.smallestCell)
    let pointer = BTreePage.leafHeader + leaf.count * BTreePage.pointer
    guard pointer + BTreePage.pointer + spareBytes <= content, let page = unsafe page.baseAddress,
      let scratch = unsafe scratch.baseAddress
    else { return false }
    if used < BTreePage.smallestCell { unsafe memset(page + content, 0, BTreePage.smallestCell) }
    let target = unsafe page + content
    unsafe target.copyMemory(from: scratch + cell.head.lowerBound, byteCount: cell.head.count)
    unsafe (target + cell.head.count).copyMemory(
      from: scratch + cell.body.lowerBound, byteCount: cell.body.count)
    unsafe page.storeBytes(
      of: UInt16(truncatingIfNeeded: content).bigEndian, toByteOffset: pointer, as: UInt16.self)
    leaf.count += 1
    leaf.content = content
    return true
  }

  /// - Returns: `nil` for a row beyond the limit.
  @inline(__always)
  private func encode(_ row: Int) -> Cell? {
    guard let cells = unsafe rows.baseAddress, let scratch = unsafe scratch.baseAddress else { return nil }
    let start = unsafe cells + row * columns
    let types = RecordFormat.prefix
    let body = types + RecordFormat.typeBytes * columns
    var (type, value) = (types, body)
    var count = columns
    if omitsTrailingNulls {
      while count > keyColumns, unsafe start[count - 1] == RowBatch.null { count -= 1 }
    }
    for column in 0..<count {
      let cell = unsafe start[column]
      if let place = RowBatch.place(of: cell) {
        guard value - body + place.count <= limit else { return nil }
        unsafe copy(place, to: scratch + value)
        value += place.count
        let number = RecordFormat.serialType(count: place.count, isText: place.isText)
        let end = type + RecordFormat.varintCount(number)
        _ = unsafe Self.store(number, in: scratch, before: end)
        type = end
      } else {
        let serial = RecordFormat.serialType(of: cell)
        let count = RecordFormat.valueBytes(of: serial)
        unsafe scratch.storeBytes(of: UInt8(truncatingIfNeeded: serial), toByteOffset: type, as: UInt8.self)
        // A shift by 64 is one by 0: what is stored for a value of no bytes is overwritten.
        let bytes = (cell &<< (64 &- 8 &* Int64(count))).bigEndian
        unsafe scratch.storeBytes(of: bytes, toByteOffset: value, as: Int64.self)
        type &+= 1
        value &+= count
      }
    }
    // The header's size counts itself.
    let header = type - types + (type - types < 127 ? 1 : 2)
    let payload = header + value - body
    guard payload <= limit else { return nil }
    let head = unsafe Self.store(payload, in: scratch, before: Self.store(header, in: scratch, before: types))
    return Cell(head: head..<type, body: body..<value)
  }

  @inline(__always)
  private func copy(_ place: (offset: Int, count: Int, isText: Bool), to target: UnsafeMutableRawPointer) {
    unsafe precondition(place.offset + place.count <= arena.count, "a place of a batch lies in its arena")
    guard let base = unsafe UnsafeRawPointer(arena.baseAddress) else { return }
    let source = unsafe base + place.offset
    if place.count == 16 {
      // A packed device id, nearly always: no call.
      unsafe target.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
      unsafe target.storeBytes(
        of: source.loadUnaligned(fromByteOffset: 8, as: UInt64.self), toByteOffset: 8, as: UInt64.self)
    } else {
      unsafe target.copyMemory(from: source, byteCount: place.count)
    }
  }
}

extension LeafFilling {
  /// Whether a row's key is greater than that of the row before it, in SQLite's order.
  @inline(__always)
  func isAscending(_ row: Int) -> Bool {
    guard let base = unsafe rows.baseAddress else { return false }
    let latter = unsafe base + row * columns
    let former = unsafe latter - columns
    for column in 0..<keyColumns {
      let (before, after) = unsafe (former[column], latter[column])
      if before == after { continue }
      switch (RowBatch.place(of: before), RowBatch.place(of: after)) {
      // NULL is the least Int64.
      case (nil, nil): return before < after
      case (nil, _): return true
      case (_, nil): return false
      case (let before?, let after?):
        guard before.isText == after.isText else { return before.isText }
        let order = compare(before, after)
        if order != 0 { return order < 0 }
      }
    }
    return false
  }

  @inline(__always)
  private func compare(
    _ former: (offset: Int, count: Int, isText: Bool), _ latter: (offset: Int, count: Int, isText: Bool)
  ) -> Int {
    unsafe precondition(
      former.offset + former.count <= arena.count && latter.offset + latter.count <= arena.count,
      "a place of a batch lies in its arena")
    guard let base = unsafe UnsafeRawPointer(arena.baseAddress) else { return 0 }
    if min(former.count, latter.count) >= 8 {
      // Most keys differ here, which saves the call.
      let before = unsafe UInt64(bigEndian: (base + former.offset).loadUnaligned(as: UInt64.self))
      let after = unsafe UInt64(bigEndian: (base + latter.offset).loadUnaligned(as: UInt64.self))
      if before != after { return before < after ? -1 : 1 }
    }
    let order = unsafe memcmp(base + former.offset, base + latter.offset, min(former.count, latter.count))
    return order != 0 ? Int(order) : former.count - latter.count
  }

  /// Stores a number in groups of seven bits, the last of which ends at `end`.
  ///
  /// - Returns: where it begins.
  @inline(__always)
  private static func store(_ number: Int, in memory: UnsafeMutableRawPointer, before end: Int) -> Int {
    var (start, rest, more) = (end, number, UInt8(0))
    repeat {
      start -= 1
      unsafe memory.storeBytes(
        of: UInt8(truncatingIfNeeded: rest & 0x7F) | more, toByteOffset: start, as: UInt8.self)
      rest >>= 7
      more = 0x80
    } while rest > 0
    return start
  }
}
