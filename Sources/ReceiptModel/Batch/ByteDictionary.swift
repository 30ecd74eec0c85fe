/// Byte strings numbered in the order they were first seen: the same bytes always give the same number.
///
/// Open addressing over one arena of bytes, so that a look-up allocates nothing. A slot holds 32 bits of the entry's
/// hash beside its number, so that other entries in the way of a search are passed without a look at their bytes.
package struct ByteDictionary: Sendable {
  /// The bytes of the entries, and at least eight more behind them, so that the last ones can be read by words.
  private(set) var arena = Self.spare
  /// How many bytes the entries have.
  private var used = 0
  /// Where each entry begins, and where the last one ends.
  private var offsets: [UInt32] = [0]
  /// In the upper half the hash, in the lower one more than the entry; 0 is free.
  private var slots: [UInt64]
  private var mask: Int
  let key: HashKey

  private static let spare = [UInt8](repeating: 0, count: 8)

  package init(minimumCapacity: Int = 64) { self.init(minimumCapacity: minimumCapacity, key: .ofProcess) }

  init(minimumCapacity: Int = 64, key: HashKey) {
    self.key = key
    var size = 16
    while size < minimumCapacity * 2 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    mask = size - 1
  }

  package var count: Int { offsets.count - 1 }

  /// Bytes that the entries take, for a caller that bounds memory; of an empty dictionary next to none, whatever memory
  /// it keeps from earlier entries.
  package var byteCount: Int { used + count * Self.bytesPerEntry }

  /// Bytes of memory that it keeps, for its entries and from earlier ones.
  package var heldBytes: Int { arena.capacity + slots.count * 8 + offsets.capacity * 4 }

  /// An offset, and the two to four slots that there are for each entry.
  private static let bytesPerEntry = 4 + 3 * 8

  /// Forgets every entry and keeps the memory.
  package mutating func removeAll() {
    guard count > 0 else { return }
    used = 0
    offsets.removeAll(keepingCapacity: true)
    offsets.append(0)
    for slot in slots.indices { slots[slot] = 0 }
  }

  /// The number of the entry whose bytes are `range` of `bytes`, adding it if it is new.
  package mutating func intern(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt32 {
    guard Self.isRoomy(range, bytes) else {
      let copy = Self.roomyCopy(bytes, range)
      return intern(copy.span, 0..<range.count)
    }
    let hash = hash(bytes, range)
    return entry(bytes, range, hash: hash) ?? add(bytes, range, hash: hash)
  }

  /// Adds an entry that is not there.
  ///
  /// - Parameter hash: of its bytes.
  package mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>, hash: UInt64) -> UInt32 {
    append(bytes, range)
    return close(hash: hash)
  }

  /// The number of the entry whose bytes are `range` of `bytes`, or `nil` if there is none.
  package func entry(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt32? {
    entry(bytes, range, hash: hash(of: bytes, range))
  }

  /// The same, by the hash of the bytes.
  package func entry(_ bytes: Span<UInt8>, _ range: Range<Int>, hash: UInt64) -> UInt32? {
    guard Self.isRoomy(range, bytes) else {
      let copy = Self.roomyCopy(bytes, range)
      return entry(copy.span, 0..<range.count, hash: hash)
    }
    var slot = Int(truncatingIfNeeded: hash >> 32)
    while let (start, length, entry) = next(hash, &slot) {
      // Sound: there is room behind the range, and so there is behind any entry.
      if length == range.count, unsafe arena.span.uncheckedHolds(at: start, bytes, range) { return entry }
    }
    return nil
  }

  /// The number of `text`, adding it if it is new.
  package mutating func intern(_ text: String) -> UInt32 {
    let bytes = Array(text.utf8) + Self.spare
    return intern(bytes.span, 0..<bytes.count - Self.spare.count)
  }

  /// The bytes of an entry.
  package func bytes(_ entry: UInt32) -> ArraySlice<UInt8> {
    arena[Int(offsets[Int(entry)])..<Int(offsets[Int(entry) + 1])]
  }

  /// Calls `body` with each entry: bytes, and the range of them that is the entry's, with room behind it.
  ///
  /// Not a `map`: that would be made for no type in particular, and take as long as what it calls.
  package func forEach(_ body: (Span<UInt8>, Range<Int>) throws -> Void) rethrows {
    let bytes = arena.span
    for entry in 0..<count { try body(bytes, Int(offsets[entry])..<Int(offsets[entry + 1])) }
  }

  /// What the bytes are found by: the same in every dictionary of the process.
  package func hash(of bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    guard Self.isRoomy(range, bytes) else {
      let copy = Self.roomyCopy(bytes, range)
      return hash(copy.span, 0..<range.count)
    }
    return hash(bytes, range)
  }

  /// The same of an entry.
  package func hash(of entry: UInt32) -> UInt64 {
    hash(arena.span, Int(offsets[Int(entry)])..<Int(offsets[Int(entry) + 1]))
  }

  /// The text of an entry, whose bytes the reader has checked to be UTF-8.
  package func text(_ entry: UInt32) -> String { String(decoding: bytes(entry), as: UTF8.self) }
}

// MARK: - Searching

extension ByteDictionary {
  /// Goes on from `slot` to an entry of that hash.
  ///
  /// - Returns: where its bytes stand in the arena, and its number; `nil` when there is no other one.
  @inline(__always)
  func next(_ hash: UInt64, _ slot: inout Int) -> (start: Int, length: Int, entry: UInt32)? {
    while true {
      let value = slots[slot & mask]
      if value == 0 { return nil }
      slot &+= 1
      guard (value ^ hash) >> 32 == 0 else { continue }
      let entry = UInt32(truncatingIfNeeded: value) &- 1
      let start = Int(offsets[Int(entry)])
      return (start, Int(offsets[Int(entry) &+ 1]) &- start, entry)
    }
  }

  /// The hash of `range` of `bytes`, which has room behind it.
  private func hash(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    // Sound: the callers have made sure of the room.
    unsafe key.fold(
      bytes.uncheckedHash(range, after: key.start, by: key), UInt64(truncatingIfNeeded: range.count))
  }

  /// Whether eight bytes follow on `range`, so that it can be read by words without a check of each.
  @inline(__always)
  static func isRoomy(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
    range.lowerBound >= 0 && range.upperBound &+ 8 <= bytes.count
  }

  /// The bytes of `range` with room behind them, for the few that stand at the end.
  @inline(never)
  static func roomyCopy(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    range.map { bytes[$0] } + spare
  }
}

// MARK: - Adding

extension ByteDictionary {
  /// Puts the bytes of `range` behind those of the entry that is being made.
  mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    makeRoom(for: range.count)
    let place = used..<used + range.count
    var free = arena.mutableSpan
    // At once, since byte by byte the arena is looked after for each of them. Sound: there are as many bytes at the place.
    unsafe bytes.extracting(range).withUnsafeBytes { source in
      unsafe free.withUnsafeMutableBytes {
        unsafe UnsafeMutableRawBufferPointer(rebasing: $0[place]).copyMemory(from: source)
      }
    }
    used += range.count
  }

  /// Puts a NUL behind them.
  mutating func appendNUL() {
    makeRoom(for: 1)
    arena[used] = 0
    used += 1
  }

  private mutating func makeRoom(for count: Int) {
    let missing = used + count + Self.spare.count - arena.count
    guard missing > 0 else { return }
    // No more than will soon be used: what is filled with zeros is memory.
    arena.append(contentsOf: repeatElement(0, count: max(missing, min(arena.count, 1 << 16))))
  }

  /// Makes an entry of what was appended since the last one.
  mutating func close(hash: UInt64) -> UInt32 {
    let entry = UInt32(count)
    offsets.append(UInt32(used))
    if offsets.count * 2 > slots.count { grow() }
    insert(hash & ~0xFFFF_FFFF | UInt64(entry + 1))
    return entry
  }

  private mutating func grow() {
    let old = slots
    mask = old.count * 2 - 1
    slots = Array(repeating: 0, count: old.count * 2)
    for slot in old where slot != 0 { insert(slot) }
  }

  /// The most slots that the search for an entry goes by, its own included.
  var longestSearch: Int {
    slots.indices.reduce(0) { longest, slot in
      guard slots[slot] != 0 else { return longest }
      let wanted = Int(truncatingIfNeeded: slots[slot] >> 32) & mask
      return max(longest, (slot - wanted) & mask + 1)
    }
  }

  private mutating func insert(_ value: UInt64) {
    var slot = Int(truncatingIfNeeded: value >> 32) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = value
  }
}
