/// Reads a text of JSON5, https://spec.json5.org, scalar by scalar.
///
/// Foundation has a reader, too, but some inputs end the program in it (Swift 6.3.1): a bare key that is not UTF-8, a long
/// number that begins with its point.
struct JSON5Reader {
  private let scalars: [Unicode.Scalar]
  var place = 0

  /// Far deeper than any file of settings, and far from the end of the stack.
  private static let deepest = 128

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// The value that is all of the text.
  mutating func read() throws(NotJSON5) -> JSONValue {
    let value = try value(depth: 0)
    try skipBlanks()
    guard place == scalars.count else { throw NotJSON5() }
    return value
  }

  /// An error with the place that was reached.
  func found(_ error: NotJSON5) -> NotJSON5 {
    var error = error
    let read = scalars[..<place]
    let lineStart = read.lastIndex(of: "\n").map { $0 + 1 } ?? 0
    error.line = 1 + read.count { $0 == "\n" }
    error.column = 1 + place - lineStart
    return error
  }

  var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  mutating func take() throws(NotJSON5) -> Unicode.Scalar {
    guard let next else { throw NotJSON5() }
    place += 1
    return next
  }

  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    place += 1
    return true
  }

  mutating func skip(word: String) -> Bool {
    guard scalars[place...].starts(with: word.unicodeScalars) else { return false }
    place += word.unicodeScalars.count
    return true
  }
}

// MARK: - Values

extension JSON5Reader {
  private mutating func value(depth: Int) throws(NotJSON5) -> JSONValue {
    guard depth < Self.deepest else { throw NotJSON5() }
    try skipBlanks()
    guard let first = next else { throw NotJSON5() }
    switch first {
    case "{": return try object(depth)
    case "[": return try array(depth)
    case "\"", "'": return .string(try string())
    case "+", "-", ".", "0"..."9", "I", "N": return .number(try number())
    default:
      if skip(word: "true") { return .bool(true) }
      if skip(word: "false") { return .bool(false) }
      if skip(word: "null") { return .null }
      throw NotJSON5()
    }
  }

  /// Of two members of one name the first counts.
  private mutating func object(_ depth: Int) throws(NotJSON5) -> JSONValue {
    place += 1
    var members: [String: JSONValue] = [:]
    while true {
      try skipBlanks()
      if skip("}") { return .object(members) }
      let key = next == "\"" || next == "'" ? try string() : try name()
      try skipBlanks()
      guard skip(":") else { throw NotJSON5() }
      let value = try value(depth: depth + 1)
      if members[key] == nil { members[key] = value }
      try skipBlanks()
      guard skip(",") || next == "}" else { throw NotJSON5() }
    }
  }

  private mutating func array(_ depth: Int) throws(NotJSON5) -> JSONValue {
    place += 1
    var elements: [JSONValue] = []
    while true {
      try skipBlanks()
      if skip("]") { return .array(elements) }
      elements.append(try value(depth: depth + 1))
      try skipBlanks()
      guard skip(",") || next == "]" else { throw NotJSON5() }
    }
  }

  private mutating func number() throws(NotJSON5) -> Double {
    let isNegative = next == "-"
    if next == "-" || next == "+" { place += 1 }
    let number = try magnitude()
    return isNegative ? -number : number
  }

  private mutating func magnitude() throws(NotJSON5) -> Double {
    if skip(word: "Infinity") { return .infinity }
    if skip(word: "NaN") { return .nan }
    if skip(word: "0x") || skip(word: "0X") {
      let digits = take { $0.isASCII && $0.properties.isASCIIHexDigit }
      guard !digits.isEmpty, let number = Double("0x" + digits) else { throw NotJSON5() }
      return number
    }
    let whole = takeDigits()
    // A zero in front once meant an octal number.
    guard whole.count < 2 || whole.first != "0" else { throw NotJSON5() }
    let fraction = skip(".") ? takeDigits() : ""
    guard !(whole + fraction).isEmpty else { throw NotJSON5() }
    var exponent = ""
    if skip("e") || skip("E") {
      let sign = skip("-") ? "-" : ""
      if sign.isEmpty { _ = skip("+") }
      let digits = takeDigits()
      guard !digits.isEmpty else { throw NotJSON5() }
      exponent = "e" + sign + digits
    }
    let text = (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : "." + fraction) + exponent
    guard let number = Double(text), number.isFinite else { throw NotJSON5() }
    return number
  }

  private mutating func takeDigits() -> String { take { ("0"..."9").contains($0) } }

  private mutating func take(while isPart: (Unicode.Scalar) -> Bool) -> String {
    let part = scalars[place...].prefix(while: isPart)
    place += part.count
    return String(String.UnicodeScalarView(part))
  }
}

// MARK: - Between values

extension JSON5Reader {
  /// Steps over blanks and comments.
  private mutating func skipBlanks() throws(NotJSON5) {
    while let scalar = next {
      switch scalar {
      case "/": try skipComment()
      case "\t", "\n", "\u{B}", "\u{C}", "\r", " ", "\u{FEFF}", "\u{2028}", "\u{2029}": place += 1
      case _ where scalar.properties.generalCategory == .spaceSeparator: place += 1
      default: return
      }
    }
  }

  private mutating func skipComment() throws(NotJSON5) {
    place += 1
    switch try take() {
    case "/":
      while let scalar = next, !["\n", "\r", "\u{2028}", "\u{2029}"].contains(scalar) { place += 1 }
    case "*":
      while !skip(word: "*/") { _ = try take() }
    default: throw NotJSON5()
    }
  }
}
