/// GitHub Flavored Markdown, made from text that nobody vouches for.
package enum Markdown {
  /// Text as it is meant to be read: no character of it is markup, in a table cell or outside.
  ///
  /// Punctuation that GFM could take for markup gets a backslash, `&` and `<` become entities, control characters and
  /// line breaks become blanks. Characters that turn the writing direction are shown by number. An invisible U+2060 after
  /// `@` keeps mail addresses and mentions from becoming links, which no backslash prevents.
  ///
  /// - Parameter limit: the scalars to show before the text is cut with `…`.
  package static func escape(_ text: String, limit: Int = 256) -> String {
    var result = ""
    for (index, scalar) in text.unicodeScalars.enumerated() {
      if index == limit {
        result += "…"
        break
      }
      append(scalar, to: &result)
    }
    return result
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case "@": result += "@\u{2060}"
    case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "#", "+", "-", ".", "!", "|", "~", ">", ":", "$":
      result.unicodeScalars.append("\\")
      result.unicodeScalars.append(scalar)
    default:
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: result += " "
      case .format: result += "(U+\(String(scalar.value, radix: 16, uppercase: true)))"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// Text as code in a line of its own; line breaks and other control characters become blanks.
  package static func codeBlock(_ text: String) -> String {
    let line = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    let fence = String(repeating: "`", count: max(3, longestRun(of: "`", in: line) + 1))
    return "\(fence)\n\(line)\n\(fence)"
  }

  private static func longestRun(of mark: Character, in text: String) -> Int {
    var (longest, run) = (0, 0)
    for character in text {
      run = character == mark ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
