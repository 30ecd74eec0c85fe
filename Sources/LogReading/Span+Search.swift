import ReceiptModel

/// Eight bytes at a time.
///
/// A word holds eight bytes, the first in its lowest bits. `zeroBytes(of:)` marks the zero bytes of a word with their
/// highest bit, so to find a line feed the word is combined by `^` with eight of them first. Marks above the
/// first one may be false (a borrow runs upwards), the first never is: only the first is used.
extension Span where Element == UInt8 {
  /// The first line feed of `range`.
  func firstNewline(in range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index &+ 8 <= range.upperBound {
      let found = zeroBytes(of: word(at: index) ^ 0x0A0A_0A0A_0A0A_0A0A)
      if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < range.upperBound {
      if self[index] == UInt8(ascii: "\n") { return index }
      index &+= 1
    }
    return nil
  }

  /// Whether `range` holds a byte below a space, or DEL.
  func hasControl(in range: Range<Int>) -> Bool {
    var index = range.lowerBound
    while index &+ 8 <= range.upperBound {
      let word = word(at: index)
      let controls = (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080
      if controls | zeroBytes(of: word ^ 0x7F7F_7F7F_7F7F_7F7F) != 0 { return true }
      index &+= 8
    }
    while index < range.upperBound {
      if self[index] < 0x20 || self[index] == 0x7F { return true }
      index &+= 1
    }
    return false
  }

  /// Whether `range` is well-formed UTF-8.
  func isUTF8(in range: Range<Int>) -> Bool {
    (try? UTF8Span(validating: extracting(range))) != nil
  }

  /// Whether the bytes of `range` are those of `text`.
  func holds(_ text: StaticString, in range: Range<Int>) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    // Sound: a static string is never freed, and the offset is below its length.
    for offset in 0..<range.count where unsafe text.utf8Start[offset] != self[range.lowerBound + offset] {
      return false
    }
    return true
  }
}

/// The highest bit of each zero byte; exact for the first one.
@inline(__always)
func zeroBytes(of word: UInt64) -> UInt64 {
  (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
}
