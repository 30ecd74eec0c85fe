/// Numbers as few bytes: seven bits in each, the lowest first, and the highest bit set but in the last.
///
/// A number below zero takes as many as its magnitude: 0, -1, 1, -2 are packed as 0, 1, 2, 3.
extension [UInt8] {
  package mutating func append(packed number: Int) {
    var rest = UInt(bitPattern: number << 1 ^ number >> (Int.bitWidth - 1))
    while rest > 0x7F {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// Adds how many bytes a text has, and these.
  package mutating func append(text: String) {
    append(packed: text.utf8.count)
    append(contentsOf: text.utf8)
  }

  /// Adds which counters are not 0, and these.
  mutating func append(packed counts: Counts) {
    let own = counts.nonZero
    append(packed: Int(own.bits))
    own.forEach { append(packed: counts[place: $0]) }
  }
}

/// Reads packed numbers and texts one after the other.
package struct PackedReader {
  package let bytes: [UInt8]
  package private(set) var place: Int

  package var isAtEnd: Bool { place == bytes.count }

  package init(_ bytes: [UInt8], at place: Int) {
    self.bytes = bytes
    self.place = place
  }

  package mutating func number() -> Int {
    var (number, shift): (UInt, UInt) = (0, 0)
    while true {
      let byte = UInt(bytes[place])
      place += 1
      number |= (byte & 0x7F) << shift
      guard byte > 0x7F else { break }
      shift += 7
    }
    return Int(bitPattern: number >> 1) ^ -Int(bitPattern: number & 1)
  }

  package mutating func byte() -> UInt8 {
    defer { place += 1 }
    return bytes[place]
  }

  /// Where the bytes of the next text lie.
  package mutating func text() -> Range<Int> {
    let count = number()
    defer { place += count }
    return place..<place + count
  }

  mutating func counts() -> Counts {
    var counts = Counts()
    CountSet(bits: UInt32(number())).forEach { counts[place: $0] = number() }
    return counts
  }
}
