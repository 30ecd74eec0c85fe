extension Span where Element == UInt8 {
  /// The eight bytes from `index` on, the first in the lowest bits.
  @inlinable
  @inline(__always)
  package func word(at index: Int) -> UInt64 {
    precondition(index >= 0 && index &+ 8 <= count, "eight bytes beyond the end")
    // Sound: the bounds were just checked, and any eight bytes make a UInt64.
    return UInt64(
      littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
  }
}
