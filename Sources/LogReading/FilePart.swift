/// A part of a plain JSON Lines file; several parts are read at the same time.
///
/// Parts are cut at seams, where a value begins whatever stands before it (`Span.firstSeam`): nearly every line of JSON
/// Lines is one. So a reader steps over what its part begins inside of, and reads on behind the end of its part up to the
/// next seam. With the file `{1}\n{2}\n[\n{3}\n{4}\n` cut after each fifth byte, the parts are `{1}\n{2}\n[\n{3}\n`,
/// nothing, `{4}\n` and nothing: `{2}` begins before the fifth byte, no seam lies among the five behind it, and `{4}`
/// begins before the fifteenth.
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
  /// Where what begins in the part ends, when that is in `range`: at the first seam that is not the part's.
  ///
  /// - Parameter base: the offset in the file of the first byte of `bytes`.
  func end(in bytes: Span<UInt8>, _ range: Range<Int>, base: Int64) -> Int? {
    let first = max(range.lowerBound, Int(clamping: end - base))
    return first < range.upperBound ? bytes.firstSeam(in: first..<range.upperBound) : nil
  }
}
