import ReceiptModel

extension DeviceKey {
  /// Packs the 32 lower-case hexadecimal digits at `index`; `nil` when one of them is something else.
  @inline(__always)
  init?(hexadecimal bytes: Span<UInt8>, at index: Int) {
    guard let first = Self.packed(bytes.word(at: index)), let second = Self.packed(bytes.word(at: index + 8)),
      let third = Self.packed(bytes.word(at: index + 16)),
      let fourth = Self.packed(bytes.word(at: index + 24))
    else { return nil }
    self.init(high: first << 32 | second, low: third << 32 | fourth)
  }

  /// The value of eight digits, the first one in the lowest byte of `word`.
  ///
  /// A digit is 0x30 to 0x39, a letter 0x61 to 0x66: bit 6 tells a letter, whose low half is 9 less than its value.
  @inline(__always)
  private static func packed(_ word: UInt64) -> UInt64? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let letters = (word >> 6) & ones
    let halves = word & (ones &* 0x0F)
    let values = halves &+ letters &* 9
    // Ten to fifteen exactly where there is a letter, and the high half 3 or 6 with nothing else in it.
    let areHexadecimal =
      values & (ones &* 0xF0) == 0 && ((values &+ ones &* 6) >> 4) & (ones &* 0x0F) == letters
      && word == halves | ones &* 0x30 &+ letters &* 0x30
    guard areHexadecimal else { return nil }
    var pairs = values.byteSwapped
    pairs = (pairs | pairs >> 4) & 0x00FF_00FF_00FF_00FF
    pairs = (pairs | pairs >> 8) & 0x0000_FFFF_0000_FFFF
    return (pairs | pairs >> 16) & 0xFFFF_FFFF
  }
}
