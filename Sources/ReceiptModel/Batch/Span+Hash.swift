/// Hashing and comparing by words, for `ByteDictionary`: full words, and a last one that may be short or empty.
///
/// What is unchecked here relies on eight bytes behind each range, which the dictionary makes sure of once.
extension Span where Element == UInt8 {
  /// The hash of what was before and of `range`.
  @unsafe
  @inline(__always)
  func uncheckedHash(_ range: Range<Int>, after state: UInt64, by key: HashKey) -> UInt64 {
    var state = state
    var index = range.lowerBound
    while index &+ 8 <= range.upperBound {
      state = key.fold(state, unsafe uncheckedWord(at: index))
      index &+= 8
    }
    return key.fold(state, unsafe uncheckedWord(at: index, length: range.upperBound &- index))
  }

  /// Whether the bytes from `start` on are those of `range` of `other`.
  @unsafe
  @inline(__always)
  func uncheckedHolds(at start: Int, _ other: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    var place = start
    while index &+ 8 <= range.upperBound {
      if unsafe uncheckedWord(at: place) != other.uncheckedWord(at: index) { return false }
      index &+= 8
      place &+= 8
    }
    let rest = UInt64(truncatingIfNeeded: range.upperBound &- index) &* 8
    let difference = unsafe uncheckedWord(at: place) ^ other.uncheckedWord(at: index)
    return difference & (1 &<< rest &- 1) == 0
  }
}
