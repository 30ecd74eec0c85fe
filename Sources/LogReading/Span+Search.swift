import ReceiptModel

/// Eight bytes at a time.
///
/// A word holds eight bytes, the first in its lowest bits. `zeroBytes(of:)` marks the zero bytes of a word with their
/// highest bit, so to find a quotation mark the word is combined by `^` with eight of them first. Marks above the
/// first one may be false (a borrow runs upwards), the first never is: only the first is used.
extension Span where Element == UInt8 {
  /// Whether the `length` bytes at `index` are those of `other` at `start`.
  ///
  /// Both spans have to go on for 8 bytes beyond what is compared; when they do not, the answer is no.
  @inline(__always)
  func matches(at index: Int, _ other: Span<UInt8>, at start: Int, length: Int) -> Bool {
    guard index &+ length &+ 8 <= count, start &+ length &+ 8 <= other.count else { return false }
    var done = 0
    while done &+ 8 <= length {
      if word(at: index &+ done) != other.word(at: start &+ done) { return false }
      done &+= 8
    }
    let rest = length &- done
    if rest == 0 { return true }
    let difference = word(at: index &+ done) ^ other.word(at: start &+ done)
    return difference << UInt64(64 &- 8 &* rest) == 0
  }

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

/// The highest bit of each byte that may end a plain run of a JSON string: a quotation mark, a backslash, a control
/// byte, or one that is not ASCII; exact for the first one.
@inline(__always)
func stringSpecials(of word: UInt64) -> UInt64 {
  let quotes = zeroBytes(of: word ^ 0x2222_2222_2222_2222)
  let escapes = zeroBytes(of: word ^ 0x5C5C_5C5C_5C5C_5C5C)
  let controls = (word &- 0x2020_2020_2020_2020) & ~word
  return quotes | escapes | ((controls | word) & 0x8080_8080_8080_8080)
}

extension MutableSpan where Element == UInt8 {
  /// Copies `range` of `source` to `index`.
  ///
  /// - Returns: the index behind the copy. Up to seven bytes more may be written there.
  @inline(__always)
  mutating func copy(_ source: Span<UInt8>, _ range: Range<Int>, to index: Int) -> Int {
    var from = range.lowerBound
    var to = index
    while from < range.upperBound, from &+ 8 <= source.count {
      precondition(to >= 0 && to &+ 8 <= count, "eight bytes beyond the end")
      // Sound: the bounds were just checked, and any eight bytes are eight bytes.
      unsafe withUnsafeMutableBytes { bytes in
        unsafe bytes.storeBytes(of: source.word(at: from).littleEndian, toByteOffset: to, as: UInt64.self)
      }
      from &+= 8
      to &+= 8
    }
    while from < range.upperBound {
      self[to] = source[from]
      from &+= 1
      to &+= 1
    }
    return index &+ range.count
  }
}
