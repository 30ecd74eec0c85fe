import ReceiptModel

/// The ends of CSV cells, searched sixteen bytes at a time.
extension Span where Element == UInt8 {
  /// The first separator, line feed, quotation mark or NUL of `range`, or its end.
  ///
  /// - Parameter seen: gets the highest bit when there is a byte on the way that is not ASCII, or shortly behind.
  @inline(__always)
  func cellEnd(in range: Range<Int>, separator: UInt8, _ seen: inout UInt8) -> Int {
    var position = range.lowerBound
    guard position >= 0 else { return range.upperBound }
    let separators = SIMD16<Int8>(repeating: Int8(bitPattern: separator))
    let newlines = SIMD16<Int8>(repeating: 0x0A)
    let quotes = SIMD16<Int8>(repeating: 0x22)
    while position < range.upperBound, position &+ 16 <= count {
      // Sound: the position only grows, and its end was just checked.
      let bytes = unsafe uncheckedVector(at: position)
      let zeros = SIMD16<Int8>(repeating: 0)
      if Self.words(bytes .< zeros) != (0, 0) { seen |= 0x80 }
      let (low, high) = Self.words(
        (bytes .== separators) .| (bytes .== newlines) .| (bytes .== quotes) .| (bytes .== zeros))
      if low != 0 { return Swift.min(position &+ low.trailingZeroBitCount / 8, range.upperBound) }
      if high != 0 { return Swift.min(position &+ 8 &+ high.trailingZeroBitCount / 8, range.upperBound) }
      position &+= 16
    }
    while position < range.upperBound {
      let byte = self[position]
      if byte == separator || byte == 0x0A || byte == 0x22 || byte == 0 { return position }
      seen |= byte
      position &+= 1
    }
    return range.upperBound
  }

  /// A bit for each of the 64 bytes from `index` on where `cellEnd` would stop, the first in the lowest bit.
  ///
  /// The caller has checked that `index` is not negative and 64 bytes from there lie inside.
  ///
  /// - Parameter seen: gets a negative element when there is a byte that is not ASCII.
  @unsafe
  @inline(__always)
  func uncheckedCellStops(at index: Int, separator: UInt8, _ seen: inout SIMD16<Int8>) -> UInt64 {
    let separators = SIMD16<Int8>(repeating: Int8(bitPattern: separator))
    let newlines = SIMD16<Int8>(repeating: 0x0A)
    let quotes = SIMD16<Int8>(repeating: 0x22)
    let zeros = SIMD16<Int8>(repeating: 0)
    var stops: UInt64 = 0
    var offset = 0
    while offset < 64 {
      let bytes = unsafe uncheckedVector(at: index &+ offset)
      seen |= bytes
      let (low, high) = Self.words(
        (bytes .== separators) .| (bytes .== newlines) .| (bytes .== quotes) .| (bytes .== zeros))
      stops |= (Self.bits(low) | Self.bits(high) &<< 8) &<< UInt64(truncatingIfNeeded: offset)
      offset &+= 16
    }
    return stops
  }

  /// A bit for each of eight bytes whose bits are all set or none: each keeps a bit of its own, and the product has
  /// their sum in its highest byte.
  @inline(__always)
  private static func bits(_ word: UInt64) -> UInt64 {
    ((word & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) &>> 56
  }

  /// Whether `range` is well-formed UTF-8, fast where most of it is ASCII.
  func isMostlyASCIIAndUTF8(in range: Range<Int>) -> Bool {
    // An ASCII byte behind the range stops any character there.
    guard range.lowerBound >= 0, range.upperBound < count, self[range.upperBound] < 0x80 else {
      return isUTF8(in: range)
    }
    var position = range.lowerBound
    while position < range.upperBound {
      guard position &+ 16 <= count else { return isUTF8(in: position..<range.upperBound) }
      // Sound: the position only grows, and its end was just checked.
      let (low, high) = unsafe Self.words(uncheckedVector(at: position) .< SIMD16<Int8>(repeating: 0))
      if low | high == 0 {
        position &+= 16
        continue
      }
      position &+= low != 0 ? low.trailingZeroBitCount / 8 : 8 &+ high.trailingZeroBitCount / 8
      if position >= range.upperBound { return true }
      guard let next = wideEnd(from: position) else { return false }
      position = next
    }
    return true
  }

  /// The sixteen bytes of a mask, all bits set or none, the first of each eight in the lowest bits.
  @inline(__always)
  static func words(_ mask: SIMDMask<SIMD16<Int8>>) -> (low: UInt64, high: UInt64) {
    // Sound: a mask is a vector of bytes that are 0 or -1, of the same size.
    let words = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    return (UInt64(littleEndian: words[0]), UInt64(littleEndian: words[1]))
  }
}
