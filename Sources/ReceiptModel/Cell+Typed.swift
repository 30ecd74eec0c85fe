extension Cell {
  /// Reads a value as people type it: a whole number is one unless it stands in single quotes, and everything else is
  /// text.
  package init(typed text: String) {
    let quote = UInt8(ascii: "'")
    if let integer = Int64(text), String(integer) == text {
      // Not for 007 or +1: those are somebody's ids.
      self = .integer(integer)
    } else if text.utf8.count >= 2, text.utf8.first == quote, text.utf8.last == quote {
      self = .text(String(decoding: text.utf8.dropFirst().dropLast(), as: UTF8.self))
    } else {
      self = .text(text)
    }
  }
}
