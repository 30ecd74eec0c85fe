import Prose

extension Unicode.Scalar {
  /// C0, DEL and C1: what a terminal obeys instead of showing.
  var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

  /// What shows nothing and may change how its neighbours are read: directions, joiners, separators, tags.
  var isInvisible: Bool {
    // The first of them is U+00AD; most text stays below and need not be looked up.
    guard value >= 0xAD else { return false }
    switch properties.generalCategory {
    case .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }
}

extension String {
  /// The text with spaces up to a width: behind it, or before it when it is to stand on the right.
  func padded(to width: Int, right: Bool) -> String {
    let spaces = String(repeating: " ", count: max(0, width - displayWidth))
    return right ? spaces + self : self + spaces
  }
}
