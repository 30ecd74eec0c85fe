extension Span where Element == UInt8 {
  /// The eight bytes from `index` on, the first in the lowest bits.
  @inlinable
  @inline(__always)
  package func word(at index: Int) -> UInt64 {
    precondition(index >= 0 && index &+ 8 <= count, "eight bytes beyond the end")
    // Sound: the bounds were just checked.
    return unsafe uncheckedWord(at: index)
  }

  /// The same for a caller who has checked that `index` is not negative and eight bytes from there lie inside.
  @unsafe
  @inlinable
  @inline(__always)
  package func uncheckedWord(at index: Int) -> UInt64 {
    // Sound under that condition: any eight bytes make a UInt64.
    UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
  }

  /// The sixteen bytes from `index` on, for a caller who has checked that `index` is not negative and they lie inside.
  @unsafe
  @inlinable
  @inline(__always)
  package func uncheckedVector(at index: Int) -> SIMD16<Int8> {
    // Sound under that condition: any sixteen bytes make such a vector.
    unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: SIMD16<Int8>.self)
  }

  /// The `length` bytes from `index` on, seven at most, and zeros above them.
  @inlinable
  @inline(__always)
  package func word(at index: Int, length: Int) -> UInt64 {
    // Nearly always more bytes follow, so eight are loaded and those too many are cleared.
    guard index >= 0, index &+ 8 <= count else { return lastWord(at: index, length: length) }
    // Sound: the bounds were just checked.
    return unsafe uncheckedWord(at: index, length: length)
  }

  /// The same for a caller who has checked that `index` is not negative and eight bytes from there lie inside.
  @unsafe
  @inlinable
  @inline(__always)
  package func uncheckedWord(at index: Int, length: Int) -> UInt64 {
    unsafe uncheckedWord(at: index) & (1 &<< UInt64(truncatingIfNeeded: length &* 8) &- 1)
  }

  /// The same where the bytes end, one after another.
  @usableFromInline
  @inline(never)
  func lastWord(at index: Int, length: Int) -> UInt64 {
    var word: UInt64 = 0
    for offset in 0..<length { word |= UInt64(self[index + offset]) << UInt64(offset * 8) }
    return word
  }
}
