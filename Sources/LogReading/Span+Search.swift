import ReceiptModel

/// Eight bytes at a time.
///
/// A word holds eight bytes, the first in its lowest bits. `zeroBytes(of:)` marks the zero bytes of a word with their
/// highest bit, so to find a line feed the word is combined by `^` with eight of them first. Marks above the
/// first one may be false (a borrow batches upwards), the first never is: only the first is used.
extension Span where Element == UInt8 {
  /// The first line feed of `range`.
  func firstNewline(in range: Range<Int>) -> Int? { first(UInt8(ascii: "\n"), in: range) }

  /// The first `byte` of `range`.
  @inline(__always)
  func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
    let wanted = UInt64(byte) &* 0x0101_0101_0101_0101
    var index = range.lowerBound
    while index &+ 8 <= range.upperBound {
      let found = zeroBytes(of: word(at: index) ^ wanted)
      if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < range.upperBound {
      if self[index] == byte { return index }
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

  /// Whether `range` is UTF-8 without a NUL.
  func isText(in range: Range<Int>) -> Bool {
    var index = range.lowerBound
    // Most text is ASCII: then no byte, less one, has the highest bit.
    while index &+ 8 <= range.upperBound {
      let word = word(at: index)
      if (word | word &- 0x0101_0101_0101_0101) & 0x8080_8080_8080_8080 != 0 { break }
      index &+= 8
    }
    for rest in index..<range.upperBound where self[rest] == 0 { return false }
    return isUTF8(in: index..<range.upperBound)
  }

  /// Whether the bytes of `range` are those of `text`.
  func holds(_ text: [UInt8], in range: Range<Int>) -> Bool {
    guard range.count == text.count else { return false }
    for offset in 0..<range.count where text[offset] != self[range.lowerBound + offset] { return false }
    return true
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

extension [UInt8] {
  /// Adds the bytes of `range`.
  mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    // Sound: what is copied is done with before the bytes may go.
    unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
