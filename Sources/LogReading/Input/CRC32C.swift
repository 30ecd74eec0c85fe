/// The cyclic redundancy check of 32 bits with Castagnoli's polynomial.
enum CRC32C {
  static func of(_ bytes: Span<UInt8>) -> UInt32 {
    var check: UInt32 = 0xFFFF_FFFF
    let table = table.span
    for index in bytes.indices {
      check = table[Int(UInt8(truncatingIfNeeded: check) ^ bytes[index])] ^ check >> 8
    }
    return ~check
  }

  /// What each value of the lowest byte does to the rest; bits stand the other way round.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { check, _ in check & 1 == 1 ? 0x82F6_3B78 ^ check >> 1 : check >> 1 }
  }
}
