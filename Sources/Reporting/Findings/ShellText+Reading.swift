extension ShellText {
  /// The words of a line in the spelling of `word`.
  ///
  /// - Returns: `nil` for anything that a shell would do more with than take it as a word.
  package static func words(in line: String) -> [String]? {
    var reader = ShellReader(line)
    return reader.words()
  }
}

private struct ShellReader {
  private let scalars: [Unicode.Scalar]
  private var place = 0
  private static let printf = Array("\"$(printf '%b' ".unicodeScalars)
  private static let end = Array(")\"".unicodeScalars)

  init(_ line: String) { scalars = Array(line.unicodeScalars) }

  mutating func words() -> [String]? {
    var words: [String] = []
    while place < scalars.count {
      if scalars[place] == " " {
        place += 1
        continue
      }
      guard let word = word() else { return nil }
      words.append(word)
    }
    return words
  }

  private mutating func word() -> String? {
    var word = ""
    while place < scalars.count, scalars[place] != " " {
      guard let piece = piece() else { return nil }
      word += piece
    }
    return word
  }

  /// The argument of `printf`, or a piece by itself.
  private mutating func piece() -> String? {
    guard skip(Self.printf) else { return plainPiece() }
    var quoted = ""
    while place < scalars.count, scalars[place] != ")" {
      guard let piece = plainPiece() else { return nil }
      quoted += piece
    }
    return skip(Self.end) ? Self.unescaped(quoted) : nil
  }

  /// A plain character, a text in single quotes, or an escaped quote.
  private mutating func plainPiece() -> String? {
    let scalar = scalars[place]
    place += 1
    switch scalar {
    case "'":
      guard let end = scalars[place...].firstIndex(of: "'") else { return nil }
      defer { place = end + 1 }
      return String(String.UnicodeScalarView(scalars[place..<end]))
    case "\\":
      guard place < scalars.count, scalars[place] == "'" else { return nil }
      place += 1
      return "'"
    case _ where scalar.isASCII && scalar.value < 0x80 && ShellText.isPlain(UInt8(scalar.value)):
      return String(scalar)
    default: return nil
    }
  }

  private mutating func skip(_ text: [Unicode.Scalar]) -> Bool {
    guard scalars[place...].starts(with: text) else { return false }
    place += text.count
    return true
  }

  /// Bytes written as `\0` and three octal digits.
  private static func unescaped(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(4)
      guard digits.count == 4, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8) else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(4)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
