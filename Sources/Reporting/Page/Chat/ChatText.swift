/// What the chats' escapes have in common.
enum ChatText {
  /// Controls become blanks, and what is invisible is named.
  static func oneLine(_ text: String) -> String { MarkdownText.oneLine(text) }

  /// Whether no chat sees a meaning in the text: only words and numbers with the marks of sentences, where these do not
  /// make an address, a list, a rule or a picture.
  static func isHarmless(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.allSatisfy { place in
      let scalar = scalars[place]
      if isWord(scalar) { return true }
      let before = place > 0 ? scalars[place - 1] : " "
      let after = place + 1 < scalars.count ? scalars[place + 1] : " "
      switch scalar {
      case " ", ",", ";", "%", "'", "(", ")": return place > 0
      case "-": return isWord(before) && isWord(after)
      // A point between digits makes no address.
      case ".": return isDigit(before) && isDigit(after)
      // A colon without a blank may belong to an address or name a picture.
      case ":": return after == " " && place + 1 < scalars.count || isDigit(before) && isDigit(after)
      default: return false
      }
    }
  }

  /// A text between backticks, which it cannot end.
  static func inCode(_ text: String) -> String {
    var inner = text.unicodeScalars.reduce(into: "") { inner, scalar in
      inner.unicodeScalars.append(scalar == "`" ? "\u{02CB}" : scalar)
    }[...]
    inner = inner.drop { $0 == " " }
    while inner.last == " " { inner.removeLast() }
    return inner.isEmpty ? "" : "`\(inner)`"
  }

  /// A text in which every mark that may mean something is its wide twin: `*` becomes `＊`.
  static func widened(_ text: String) -> String {
    let scalars = Array(oneLine(text).unicodeScalars)
    return scalars.indices.reduce(into: "") { line, place in
      let scalar = scalars[place]
      let before = place > 0 ? scalars[place - 1] : nil
      let after = place + 1 < scalars.count ? scalars[place + 1] : nil
      let isWide =
        switch scalar {
        case ".": !(before.map(isDigit) ?? false) || !(after.map(isDigit) ?? false)
        case ":": after != " " && !(after.map(isDigit) ?? false)
        case "-", "+", "=": before == nil
        default: marks.contains(scalar)
        }
      line.unicodeScalars.append(isWide ? wide(scalar) : scalar)
    }
  }

  private static let marks = Set("*_`~#[]<>!|\\@&$".unicodeScalars)

  /// The full-width form of a visible ASCII character.
  private static func wide(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    Unicode.Scalar(scalar.value + 0xFEE0) ?? scalar
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic && scalar.properties.generalCategory != .nonspacingMark || isDigit(scalar)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar)
  }
}
