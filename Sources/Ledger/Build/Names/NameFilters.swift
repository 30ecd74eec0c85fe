/// Knows of nearly all names outside some sets that they are in none of them, by some 12 bits for each name inside.
///
/// A Bloom filter for each set, of which the bits of one name lie in one word
/// (https://en.wikipedia.org/wiki/Bloom_filter): of names outside, it takes one in sixty for one that may be inside. The
/// words at the same place of all filters stand side by side, so that a name is looked for in all of them at once.
struct NameFilters {
  /// Sets that there are.
  private(set) var count = 0
  private var words: [UInt64] = []
  /// Words of each filter.
  private let places: UInt64
  /// Filters that there is room for.
  private var room = 0

  /// - Parameter names: the most that a set holds.
  init(names: Int) { places = UInt64(names * 12 / 64 + 1) }

  /// Adds a set.
  ///
  /// - Parameter hashes: of its names; every bit is used.
  mutating func append(_ hashes: some Sequence<UInt64>) {
    if count == room { grow() }
    for hash in hashes { words[place(hash) + count] |= Self.bits(hash) }
    count += 1
  }

  /// The last of the first `end` sets that may hold a name; that no other of these holds it is certain.
  func last(before end: Int, mayHold hash: UInt64) -> Int? {
    guard count > 0 else { return nil }
    let (first, bits) = (place(hash), Self.bits(hash))
    var set = end - 1
    while set >= 0 {
      if words[first + set] & bits == bits { return set }
      set -= 1
    }
    return nil
  }

  private func place(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: (hash >> 32 &* places) >> 32) * room }

  /// Four bits out of 64.
  private static func bits(_ hash: UInt64) -> UInt64 {
    1 << (hash & 63) | 1 << (hash >> 6 & 63) | 1 << (hash >> 12 & 63) | 1 << (hash >> 18 & 63)
  }

  private mutating func grow() {
    let larger = max(4, room * 2)
    var moved = [UInt64](repeating: 0, count: Int(places) * larger)
    for place in 0..<Int(places) {
      for set in 0..<count { moved[place * larger + set] = words[place * room + set] }
    }
    (words, room) = (moved, larger)
  }
}
