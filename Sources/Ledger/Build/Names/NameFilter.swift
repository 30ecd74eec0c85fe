/// Knows of nearly all names outside a set that they are not in it, by some 12 bits for each name inside.
///
/// A Bloom filter whose bits of one name lie in one word (https://en.wikipedia.org/wiki/Bloom_filter): of names outside,
/// it takes one in sixty for one that may be inside.
struct NameFilter {
  private var words: [UInt64]
  private let mask: UInt64

  /// - Parameter count: names it will hold.
  init(count: Int) {
    var size = 1
    while size * 64 < count * 12 { size *= 2 }
    words = Array(repeating: 0, count: size)
    mask = UInt64(size - 1)
  }

  /// - Parameter hash: of the name; every bit is used.
  mutating func insert(_ hash: UInt64) { words[word(hash)] |= Self.bits(hash) }

  func mayHold(_ hash: UInt64) -> Bool {
    let bits = Self.bits(hash)
    return words[word(hash)] & bits == bits
  }

  private func word(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 24 & mask) }

  /// Four bits out of 64.
  private static func bits(_ hash: UInt64) -> UInt64 {
    1 << (hash & 63) | 1 << (hash >> 6 & 63) | 1 << (hash >> 12 & 63) | 1 << (hash >> 18 & 63)
  }
}
