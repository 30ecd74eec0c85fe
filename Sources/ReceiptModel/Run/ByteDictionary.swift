/// Byte strings numbered in the order they were first seen: the same bytes always give the same number.
///
/// Open addressing over one arena of bytes, so that a look-up allocates nothing. An entry may be a tuple: its parts
/// are stored with their lengths, so ("a", "bc") and ("ab", "c") differ.
package struct ByteDictionary: Sendable {
  private var arena: [UInt8] = []
  private var offsets: [UInt32] = [0]
  private var hashes: [UInt64] = []
  private var slots: [UInt32]
  private var mask: Int

  package init(minimumCapacity: Int = 64) {
    var size = 16
    while size < minimumCapacity * 2 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    mask = size - 1
  }

  package var count: Int { hashes.count }

  /// Bytes held, for a caller that bounds memory.
  package var byteCount: Int { arena.count + slots.count * 4 + hashes.count * 12 }

  /// Forgets every entry and keeps the memory.
  package mutating func removeAll() {
    arena.removeAll(keepingCapacity: true)
    offsets.removeAll(keepingCapacity: true)
    offsets.append(0)
    hashes.removeAll(keepingCapacity: true)
    for slot in slots.indices { slots[slot] = 0 }
  }

  /// The number of the entry whose bytes are `range` of `bytes`, adding it if it is new.
  package mutating func intern(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt32 {
    let hash = Self.hash(bytes, range, seed: 0)
    let (slot, entry) = find(hash, bytes, range)
    if let entry { return entry }
    for index in range { arena.append(bytes[index]) }
    return add(hash, at: slot)
  }

  /// The number of the entry whose bytes are `range` of `bytes`, or `nil` if there is none.
  package func entry(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt32? {
    find(Self.hash(bytes, range, seed: 0), bytes, range).entry
  }

  /// The number of `text`, adding it if it is new.
  package mutating func intern(_ text: String) -> UInt32 {
    let bytes = Array(text.utf8)
    return intern(bytes.span, 0..<bytes.count)
  }

  /// The bytes of an entry.
  package func bytes(_ entry: UInt32) -> ArraySlice<UInt8> {
    arena[Int(offsets[Int(entry)])..<Int(offsets[Int(entry) + 1])]
  }

  /// The text of an entry, whose bytes the reader has checked to be UTF-8.
  package func text(_ entry: UInt32) -> String { String(decoding: bytes(entry), as: UTF8.self) }

  /// The entry of those bytes, and the slot where it stands or would stand.
  @inline(__always)
  private func find(_ hash: UInt64, _ bytes: Span<UInt8>, _ range: Range<Int>) -> (slot: Int, entry: UInt32?)
  {
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let entry = Int(slots[slot] - 1)
      if hashes[entry] == hash, matches(entry, bytes, range) { return (slot, UInt32(entry)) }
      slot = (slot + 1) & mask
    }
    return (slot, nil)
  }

  private mutating func add(_ hash: UInt64, at slot: Int) -> UInt32 {
    let entry = UInt32(hashes.count)
    hashes.append(hash)
    offsets.append(UInt32(arena.count))
    slots[slot] = entry + 1
    if hashes.count * 2 > slots.count { grow() }
    return entry
  }

  private func matches(_ entry: Int, _ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let start = Int(offsets[entry])
    guard Int(offsets[entry + 1]) - start == range.count else { return false }
    let known = arena.span
    var index = 0
    while index + 8 <= range.count {
      if known.word(at: start + index) != bytes.word(at: range.lowerBound + index) { return false }
      index &+= 8
    }
    while index < range.count {
      if known[start + index] != bytes[range.lowerBound + index] { return false }
      index &+= 1
    }
    return true
  }

  private mutating func grow() {
    mask = slots.count * 2 - 1
    slots = Array(repeating: 0, count: slots.count * 2)
    for (entry, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(entry + 1)
    }
  }
}

extension ByteDictionary {
  /// A 64-bit mix of the bytes of `range`; the same in every process, unlike `Hasher`.
  package static func hash(_ bytes: Span<UInt8>, _ range: Range<Int>, seed: UInt64) -> UInt64 {
    var state = seed ^ 0x9E37_79B9_7F4A_7C15 &+ UInt64(truncatingIfNeeded: range.count)
    var index = range.lowerBound
    while index + 8 <= range.upperBound {
      state = mix(state ^ bytes.word(at: index))
      index &+= 8
    }
    var tail: UInt64 = 0
    while index < range.upperBound {
      tail = tail << 8 | UInt64(bytes[index])
      index += 1
    }
    return mix(state ^ tail)
  }

  /// The finalizer of splitmix64.
  package static func mix(_ value: UInt64) -> UInt64 {
    var state = value
    state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
    return state ^ (state >> 31)
  }
}
