import SQLite

/// Some rows of `deliveries`, one after another, with the cells of a `DeliveryLayout`.
struct DeliveryBlock: Sendable {
  /// Row by row: its number, or that of its group where rows are to be put together, and the cells of columns.
  var cells: [Int64] = []
  /// What the cells of device ids point into.
  var bytes: [UInt8] = []

  /// Adds bytes of another arena.
  ///
  /// - Parameter cell: says where they are.
  /// - Returns: the cell that says where they are now; of a number, which is no place, that of an empty text.
  @inline(__always)
  mutating func add(_ cell: Int64, from arena: Span<UInt8>) -> Int64 {
    let place = RowBatch.place(of: cell) ?? (0, 0, true)
    let start = bytes.count
    unsafe arena.extracting(place.offset..<place.offset + place.count).withUnsafeBufferPointer {
      unsafe bytes.append(contentsOf: $0)
    }
    return RowBatch.cell(offset: start, count: place.count, isText: place.isText)
  }

  /// The device of a cell.
  @inline(__always)
  func device(_ cell: Int64) -> StoredDevice { StoredDevice(cell, in: bytes.span) }

  /// The first bits of what devices are in order by: that of packed ids, and 31 of the id.
  func leadingBits(ofDevice cell: Int64) -> UInt32 {
    guard let place = RowBatch.place(of: cell) else { return 0 }
    let first = (0..<4).reduce(UInt32(0)) { bits, offset in
      bits << 8 | (offset < place.count ? UInt32(bytes[place.offset + offset]) : 0)
    }
    return (place.isText ? 0 : 1 << 31) | first >> 1
  }
}
