extension StringProtocol {
  /// The text, made safe to show: nothing in it can move the cursor, change a colour, turn the writing direction or
  /// hide itself.
  ///
  /// For everything that comes from a log, a file name, a configuration file or the command line. Control characters
  /// become `\xNN`, invisible and direction-changing ones `\u{NNNN}`; what is longer than `limit` characters ends in `…`.
  package func escapedForTerminal(limit: Int = 200) -> String {
    var result = ""
    var count = 0
    for scalar in unicodeScalars {
      let piece = scalar.shownOnTerminal
      guard count + piece.unicodeScalars.count <= limit else {
        return String(String.UnicodeScalarView(result.unicodeScalars.prefix(Swift.max(limit - 1, 0)))) + "…"
      }
      result += piece
      count += piece.unicodeScalars.count
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Itself, or its escape when a terminal would act on it or show nothing.
  fileprivate var shownOnTerminal: String {
    if value < 0x20 || value == 0x7F {
      return (value < 0x10 ? "\\x0" : "\\x") + String(value, radix: 16, uppercase: true)
    }
    guard value > 0x7F else { return String(Character(self)) }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return escape
    default: return properties.isDefaultIgnorableCodePoint ? escape : String(Character(self))
    }
  }

  private var escape: String { "\\u{" + String(value, radix: 16, uppercase: true) + "}" }
}
