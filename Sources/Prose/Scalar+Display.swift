extension Unicode.Scalar {
  /// C0, DEL and C1: what a terminal obeys instead of showing.
  package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

  /// What shows nothing and may change how its neighbours are read: directions, joiners, separators, tags.
  package var isInvisible: Bool {
    // The first of them is U+00AD; most text stays below and need not be looked up.
    guard value >= 0xAD else { return false }
    switch properties.generalCategory {
    case .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }
}
