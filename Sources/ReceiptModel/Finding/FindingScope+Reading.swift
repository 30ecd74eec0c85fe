extension FindingScope {
  /// The scope whose lasting parts were written as a text, as `FindingName` has it.
  ///
  /// A value that holds `, ` and the name of a part is read as two; nothing else is ambiguous.
  package init(reading lasting: String) {
    var entries: [(Part, String)] = []
    for piece in lasting.split(separator: ", ", omittingEmptySubsequences: false) {
      if let entry = Self.entry(piece) {
        entries.append(entry)
      } else if let last = entries.indices.last {
        entries[last].1 += ", " + piece
      }
    }
    self.init(entries)
  }

  private static func entry(_ piece: Substring) -> (Part, String)? {
    for part in Part.allCases where part.isLasting {
      let name = of(part, "?").text.dropLast()
      guard piece.hasPrefix(name) else { continue }
      let value = String(piece.dropFirst(name.count))
      return (part, of(part, "").text == piece ? "" : value)
    }
    return nil
  }
}
