import SQLite

/// Rows in the order of their keys, in memory or in a temporary file, which are taken from the first to the last.
struct GroupedRun {
  private let layout: DeliveryLayout
  private var cells: SpillWindow<Int64>
  private var bytes: SpillWindow<UInt8>
  private let count: Int
  private var place = 0

  /// - Parameter spill: where they are to be moved; `nil` for memory.
  init(_ sorted: DeliveryBlock, of layout: DeliveryLayout, movedTo spill: SpillFile?) throws {
    self.layout = layout
    count = sorted.cells.count / layout.width
    guard let spill else {
      (cells, bytes) = (SpillWindow(elements: sorted.cells), SpillWindow(elements: sorted.bytes))
      return
    }
    cells = try SpillWindow(sorted.cells, movedTo: spill)
    bytes = try SpillWindow(sorted.bytes, movedTo: spill)
  }

  /// By which rows are in order: those of a group, and within it those of a device where rows have one.
  struct Key: Comparable {
    let group: Int64
    let device: StoredDevice?

    @inline(__always)
    static func < (left: Key, right: Key) -> Bool {
      if left.group != right.group { return left.group < right.group }
      guard let device = left.device, let other = right.device else { return false }
      return device < other
    }
  }

  /// The key of the next row; `nil` behind the last.
  ///
  /// - Parameter ahead: bytes of the temporary file to read at a time.
  mutating func key(ahead: Int) throws -> Key? {
    guard place < count else { return nil }
    let start = try cells.index(of: place * layout.width, holding: layout.width, ahead: ahead)
    let group = cells.elements[start]
    guard let column = layout.device else { return Key(group: group, device: nil) }
    let (cell, index) = try device(cells.elements[start + column], ahead)
    return Key(group: group, device: StoredDevice(cell, in: bytes.elements.span.extracting(index)))
  }

  /// Takes rows with the key of the next, as many as there are or as there is room for.
  ///
  /// - Returns: the key of the one that is next by then.
  mutating func take(_ key: Key, into block: inout DeliveryBlock, most: Int, ahead: Int) throws -> Key? {
    while true {
      try takeRow(into: &block, ahead)
      guard let next = try self.key(ahead: ahead) else { return nil }
      if next != key || block.cells.count >= most { return next }
    }
  }

  private mutating func takeRow(into block: inout DeliveryBlock, _ ahead: Int) throws {
    let start = try cells.index(of: place * layout.width, holding: layout.width, ahead: ahead)
    place += 1
    for offset in 0..<layout.width {
      let cell = cells.elements[start + offset]
      if offset == layout.device {
        let (cell, index) = try device(cell, ahead)
        block.cells.append(block.add(cell, from: bytes.elements.span.extracting(index)))
      } else {
        block.cells.append(cell)
      }
    }
  }

  /// The cell of a device within its own bytes, and where these are held.
  private mutating func device(_ cell: Int64, _ ahead: Int) throws -> (cell: Int64, index: Range<Int>) {
    guard let place = RowBatch.place(of: cell) else {
      throw LedgerError.inconsistent("a device has no place")
    }
    guard place.count > 0 else { return (RowBatch.cell(offset: 0, count: 0, isText: place.isText), 0..<0) }
    let start = try bytes.index(of: place.offset, holding: place.count, ahead: ahead)
    return (
      RowBatch.cell(offset: 0, count: place.count, isText: place.isText), start..<start + place.count
    )
  }
}
