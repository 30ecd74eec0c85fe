/// A part of a plain JSON Lines file, of which several are read at the same time.
///
/// A line belongs to the part in which its first byte lies. So a reader steps over the line that its part begins inside
/// of, and reads on behind the end of its part until the last line that began in it is over. With the file
/// `one\ntwo\nthree\n` cut after each fifth byte, the parts are `one\ntwo\n`, `three\n` and nothing: `two` begins before
/// the fifth byte, `three` before the tenth.
package struct FilePart: Sendable, Equatable {
  /// Whether reading of the file begins with this part, so that what stands at its start is the start of a line.
  package var isFirst: Bool
  /// Whether the file ends with this part.
  package var isLast: Bool
  /// Where the next part begins.
  package var end: Int64

  package init(isFirst: Bool, isLast: Bool, end: Int64) {
    self.isFirst = isFirst
    self.isLast = isLast
    self.end = end
  }
}

extension FilePart {
  /// Where the last line that begins in the part ends, when that is in `range`: behind its line end.
  ///
  /// - Parameter base: the offset in the file of the first byte of `bytes`.
  func lineEnd(in bytes: Span<UInt8>, _ range: Range<Int>, base: Int64) -> Int? {
    // A line end that is the part's last byte still ends a line of it; the next line begins in the next part.
    let first = max(range.lowerBound, Int(clamping: end - 1 - base))
    guard first < range.upperBound else { return nil }
    return bytes.firstNewline(in: first..<range.upperBound).map { $0 + 1 }
  }
}
