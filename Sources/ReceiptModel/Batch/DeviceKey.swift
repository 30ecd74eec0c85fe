/// A device id in a batch, so that equal ids are equal and ids compare as the ledger sorts them.
package struct DeviceKey: Hashable, Sendable {
  /// The upper sixteen digits; of a text its first eight bytes, the first one highest, zeros behind a shorter one.
  package var high: UInt64
  /// The lower sixteen digits; of a text its entry in the batch's `deviceTexts`.
  package var low: UInt64
  /// Whether the id is anything but 32 lower-case hexadecimal digits.
  package var isText: Bool

  /// An id of 32 lower-case hexadecimal digits.
  @inlinable
  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
    isText = false
  }

  @inlinable
  init(high: UInt64, low: UInt64, isText: Bool) {
    self.high = high
    self.low = low
    self.isText = isText
  }
}

extension DeviceKey {
  /// The digits of a packed id, in ASCII.
  package var digits: InlineArray<32, UInt8> {
    InlineArray { place in
      let word = place < 16 ? high : low
      let value = UInt8(truncatingIfNeeded: word >> UInt64(60 - place % 16 * 4) & 15)
      return value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
    }
  }

  /// The text of a packed id.
  package var hexadecimal: String {
    let digits = digits
    return String(decoding: digits.indices.map { digits[$0] }, as: UTF8.self)
  }
}

extension EventBatch {
  /// The key of an id that is no packed one; its text goes into `deviceTexts`.
  package mutating func deviceKey(text bytes: Span<UInt8>, _ range: Range<Int>) -> DeviceKey {
    var prefix: UInt64 = 0
    for offset in 0..<8 {
      prefix = prefix << 8 | (offset < range.count ? UInt64(bytes[range.lowerBound + offset]) : 0)
    }
    return DeviceKey(high: prefix, low: UInt64(deviceTexts.intern(bytes, range)), isText: true)
  }

  /// The bytes of a text id.
  package func deviceText(_ key: DeviceKey) -> ArraySlice<UInt8> {
    deviceTexts.bytes(UInt32(truncatingIfNeeded: key.low))
  }
}
