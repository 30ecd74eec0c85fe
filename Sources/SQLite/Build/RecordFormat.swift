/// The numbers of the sections "Record Format" and "Serial Type Codes Of The Record Format" of SQLite's file format.
enum RecordFormat {
  /// Bytes before the serial types: the payload's size and the header's, as varints of at most three bytes.
  static let prefix = 6
  /// A serial type takes at most three bytes: a value that fits a page has fewer than 2^16.
  static let typeBytes = 3

  /// Room for a cell that is being encoded: at its end eight bytes may be stored where fewer count.
  static func scratchCount(columns: Int, limit: Int) -> Int { prefix + (typeBytes + 8) * columns + limit + 8 }

  /// The type of an integer or NULL: 0 is NULL, 1 to 6 are integers of 1, 2, 3, 4, 6 and 8 bytes, 8 and 9 are the
  /// constants 0 and 1.
  @inline(__always)
  static func serialType(of cell: Int64) -> UInt64 {
    let magnitude = UInt64(bitPattern: cell ^ (cell &>> 63)) | 1
    // With one bit for the sign: 1 to 8.
    let bytes = UInt64(truncatingIfNeeded: (64 &- magnitude.leadingZeroBitCount &+ 8) &>> 3)
    let integer = (0x6_6554_3210 as UInt64) &>> (4 &* bytes) & 0xF
    return cell & ~1 == 0 ? 8 | UInt64(bitPattern: cell) : cell == RowBatch.null ? 0 : integer
  }

  /// The types from this on are those of texts and blobs.
  static let firstText = 12

  /// The type of a text or blob.
  @inline(__always)
  static func serialType(count: Int, isText: Bool) -> Int { firstText + 2 * count + (isText ? 1 : 0) }

  /// How many bytes an integer of that type takes.
  @inline(__always)
  static func valueBytes(of serialType: UInt64) -> Int {
    Int(truncatingIfNeeded: (0x864_3210 as UInt64) &>> (4 &* serialType) & 0xF)
  }

  /// How many bytes a number below 2^21 takes as a varint.
  @inline(__always)
  static func varintCount(_ number: Int) -> Int { number < 1 << 7 ? 1 : number < 1 << 14 ? 2 : 3 }
}
