/// GitHub Flavored Markdown, made from text that nobody vouches for.
package enum Markdown {
  /// Text as it is meant to be read: no character of it is markup, in a table cell or outside.
  ///
  /// Punctuation that GFM could take for markup gets a backslash, `&` and `<` become entities, control characters and
  /// line breaks become blanks. Characters that turn the writing direction are shown by number. An invisible U+2060 after
  /// `@` keeps mail addresses and mentions from becoming links, which no backslash prevents. Words such as `ext_ack`,
  /// `2026-09-21` or `3.2.1`, which GFM cannot misread, stay as they are, because reports are read in terminals too.
  ///
  /// - Parameter limit: the scalars to show before the text is cut with `…`.
  package static func escape(_ text: String, limit: Int = 256) -> String {
    let scalars = text.unicodeScalars
    let shown = scalars.prefix(limit).split(separator: " ", omittingEmptySubsequences: false)
    let words = shown.map { word in
      var result = ""
      if isPlain(word) {
        result.unicodeScalars.append(contentsOf: word)
      } else {
        for scalar in word { append(scalar, to: &result) }
      }
      return result
    }
    return words.joined(separator: " ") + (scalars.count > limit ? "…" : "")
  }

  /// Whether a word is letters and digits of ASCII with single marks between them that mean nothing there.
  ///
  /// `_` inside a word is no emphasis, and `.` or `-` with a letter or digit on both sides begins no list; a colon only
  /// counts between digits, because others make emoji, and a leading `www.` would make a link. A sign before a digit is
  /// no list either.
  private static func isPlain(_ word: Substring.UnicodeScalarView) -> Bool {
    guard !Substring(word).lowercased().hasPrefix("www.") else { return false }
    var before: Unicode.Scalar?
    for (scalar, after) in zip(word, word.dropFirst().map(Optional.some) + [nil]) {
      if !isLetterOrDigit(scalar) {
        if before == nil, let after, isDigit(after), scalar == "+" || scalar == "-" {
          before = scalar
          continue
        }
        guard let before, let after, isLetterOrDigit(before), isLetterOrDigit(after) else { return false }
        switch scalar {
        case "_", ".", "-", "+": break
        case ":" where isDigit(before) && isDigit(after): break
        default: return false
        }
      }
      before = scalar
    }
    return true
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    isDigit(scalar) || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
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
