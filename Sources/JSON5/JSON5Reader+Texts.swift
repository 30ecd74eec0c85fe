/// Texts and bare keys.
extension JSON5Reader {
  /// A text in either kind of quotation marks.
  mutating func string() throws(NotJSON5) -> String {
    let quote = try take()
    var text = String.UnicodeScalarView()
    while true {
      let scalar = try take()
      switch scalar {
      case quote: return String(text)
      case "\n", "\r": throw NotJSON5()
      case "\\": if let character = try escaped() { text.append(character) }
      default: text.append(scalar)
      }
    }
  }

  /// What stands for a backslash and what follows it; nothing for the end of a line.
  private mutating func escaped() throws(NotJSON5) -> Unicode.Scalar? {
    let scalar = try take()
    switch scalar {
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "v": return "\u{B}"
    case "x": return Unicode.Scalar(try code(digits: 2))
    case "u": return try unicode()
    case "0":
      if let next, ("0"..."9").contains(next) { throw NotJSON5() }
      return "\0"
    case "1"..."9": throw NotJSON5()
    case "\r":
      _ = skip("\n")
      return nil
    case "\n", "\u{2028}", "\u{2029}": return nil
    default: return scalar
    }
  }

  /// The character of a code, or of two that are halves of one.
  private mutating func unicode() throws(NotJSON5) -> Unicode.Scalar {
    let first = try code(digits: 4)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, skip(word: "\\u") else { throw NotJSON5() }
    let second = try code(digits: 4)
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw NotJSON5() }
    return scalar
  }

  private mutating func code(digits: Int) throws(NotJSON5) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<digits {
      let scalar = try take()
      guard scalar.isASCII, let digit = Character(scalar).hexDigitValue else { throw NotJSON5() }
      code = code << 4 | UInt32(digit)
    }
    return code
  }

  /// A key without quotation marks.
  mutating func name() throws(NotJSON5) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = next, scalar == "\\" || Self.isInName(scalar, isFirst: text.isEmpty) {
      place += 1
      guard scalar == "\\" else {
        text.append(scalar)
        continue
      }
      guard skip("u") else { throw NotJSON5() }
      let escaped = try unicode()
      guard Self.isInName(escaped, isFirst: text.isEmpty) else { throw NotJSON5() }
      text.append(escaped)
    }
    guard !text.isEmpty else { throw NotJSON5() }
    return String(text)
  }

  private static func isInName(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    if scalar == "$" || scalar == "_" { return true }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
      return true
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return !isFirst
    default: return !isFirst && (scalar == "\u{200C}" || scalar == "\u{200D}")
    }
  }
}
