// Ids are bytes: Swift's own comparison would take two spellings of an accented letter for one.

extension String {
  /// Whether both texts are the same bytes.
  package func hasSameBytes(as other: String) -> Bool {
    // Texts that Swift takes for different are, and ASCII has one spelling only; it says both of most without looking at
    // single letters.
    guard self == other else { return false }
    return utf8Span.isKnownASCII && other.utf8Span.isKnownASCII || utf8.elementsEqual(other.utf8)
  }

  /// Whether the text comes first by its bytes.
  package func precedesInBytes(_ other: String) -> Bool {
    let (one, two) = (utf8Span.span, other.utf8Span.span)
    for place in 0..<min(one.count, two.count) where one[place] != two[place] {
      return one[place] < two[place]
    }
    return one.count < two.count
  }
}
