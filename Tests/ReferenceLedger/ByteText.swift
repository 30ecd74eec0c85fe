/// Text that is equal and ordered as its UTF-8 bytes.
///
/// Swift's `String` takes two spellings of one letter (NFC and NFD) for equal; ids, keys and ties go by bytes.
struct ByteText: Hashable, Comparable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    // Texts of the same bytes are the same `String`.
    hasher.combine(text)
  }
}

extension String {
  /// Whether the text is one of `words`, which are lower case, in any case.
  func isOne(of words: Set<String>) -> Bool { words.contains(lowercased()) }
}
