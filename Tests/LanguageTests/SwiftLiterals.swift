/// The string literals of a Swift file, as keys of phrases, in which an interpolation is a place for a value.
///
/// It knows what the sources of this package hold: comments, literals of one line and of several, raw ones, which are
/// left out, and interpolations with literals in them.
struct SwiftLiterals {
  struct Literal {
    var key: String
    /// From 1.
    var line: Int
    /// What stands before it on its line.
    var before: String
    /// The character behind it.
    var after: Character?
    /// Whether its place takes a phrase: an argument of a failure, or the value of what is declared as a `Phrase`.
    var isInPhrasePlace: Bool
  }

  /// What a piece of code stands in.
  private enum Enclosure {
    /// The parentheses of a call, by its name.
    case call(String)
    /// The braces behind a declaration, by whether its type has a phrase in it.
    case declaration(hasPhrase: Bool)
    /// Braces and parentheses that change nothing.
    case other
  }

  private let source: [Character]
  private(set) var literals: [Literal] = []
  private var enclosures: [Enclosure] = []
  /// Calls that make a failure, or a piece of one.
  private let failures: Set<String>

  /// - Parameter failures: names of calls whose arguments are phrases.
  init(_ text: String, failures: Set<String> = []) {
    source = Array(text)
    self.failures = failures
    _ = scan(from: 0, inParentheses: false)
    literals.sort { $0.line < $1.line }
  }

  private func has(_ text: String, at place: Int) -> Bool {
    source[place...].starts(with: text)
  }

  private func index(of text: String, from place: Int) -> Int {
    var place = place
    while place < source.count, !has(text, at: place) { place += 1 }
    return place
  }

  /// Reads code: to the end, or to the parenthesis that closes the one at `start`.
  private mutating func scan(from start: Int, inParentheses: Bool) -> Int {
    var place = start
    var depth = 0
    while place < source.count {
      let character = source[place]
      if character == "/", has("//", at: place) {
        place = index(of: "\n", from: place)
      } else if character == "/", has("/*", at: place) {
        place = index(of: "*/", from: place) + 2
      } else if character == "#", has("#\"", at: place) {
        place = index(of: "\"#", from: place + 2) + 2
      } else if character == "\"" {
        place = literal(from: place)
      } else {
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        enclose(character, at: place)
        place += 1
        if inParentheses, depth == 0 { return place }
      }
    }
    return place
  }

  private mutating func enclose(_ character: Character, at place: Int) {
    switch character {
    case "(":
      let name = source[..<place].reversed().prefix { $0.isLetter || $0.isNumber }.reversed()
      enclosures.append(name.isEmpty ? .other : .call(String(name)))
    case "{":
      let header = line(to: place)
      let declares = header.contains(/\b(func|init|var|subscript|struct|enum|extension|class)\b|->\s/)
      let hasPhrase = header.contains(/(->|:).*\bPhrase\b/)
      enclosures.append(declares || hasPhrase ? .declaration(hasPhrase: hasPhrase) : .other)
    case ")", "}": _ = enclosures.popLast()
    default: break
    }
  }

  /// What stands on a line before a place, behind the line above when that one ends with `=`.
  private func line(to place: Int) -> String {
    let start = source[..<place].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    let text = String(source[start..<place])
    guard start > 0 else { return text }
    let above = source[..<(start - 1)].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    let before = String(source[above..<(start - 1)])
    return before.hasSuffix("=") ? before + text : text
  }

  /// Whether a literal that stands there is of a failure or of a declared phrase.
  private func isInPhrasePlace(_ place: Int) -> Bool {
    let isDeclaredPhrase = line(to: place).contains(/: Phrase\?? =/)
    for enclosure in enclosures.reversed() {
      switch enclosure {
      case .call(let name): return failures.contains(name)
      case .declaration(hasPhrase: true): return true
      case .declaration(hasPhrase: false): return isDeclaredPhrase
      case .other: continue
      }
    }
    return isDeclaredPhrase
  }

  private mutating func literal(from start: Int) -> Int {
    let isLong = has("\"\"\"", at: start)
    let end = isLong ? "\"\"\"" : "\""
    var place = start + end.count
    // Escapes stay as they are until the lines of a long literal are known.
    var raw: [String] = []
    var places = 0
    while place < source.count, !has(end, at: place) {
      if source[place] == "\\", source[place + 1] == "(" {
        places += 1
        raw.append("{\(places)}")
        place = scan(from: place + 1, inParentheses: true)
      } else if source[place] == "\\" {
        raw.append(String(source[place...place + 1]))
        place += 2
      } else {
        let character = source[place]
        raw.append(character == "{" ? "{{" : character == "}" ? "}}" : String(character))
        place += 1
      }
    }
    let before = line(to: start)
    let lineStart = source[..<start].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    literals.append(
      Literal(
        key: Self.unescaped(isLong ? Self.unindented(raw) : raw),
        line: source[..<start].count { $0 == "\n" } + 1, before: String(source[lineStart..<start]),
        after: place + end.count < source.count ? source[place + end.count] : nil,
        isInPhrasePlace: isInPhrasePlace(start) && !before.contains(/[!=]= $/)))
    return place + end.count
  }

  /// Takes away what belongs to the shape of a long literal: the first and last line break, and the indentation.
  private static func unindented(_ raw: [String]) -> [String] {
    // A line ends with a break, or with a backslash that joins it with the next.
    var lines: [[String]] = [[]]
    for piece in raw {
      lines[lines.count - 1].append(piece)
      if piece.hasSuffix("\n") { lines.append([]) }
    }
    let indent = lines.removeLast().count
    let text = lines.dropFirst().flatMap { line in line == ["\n"] ? line : Array(line.dropFirst(indent)) }
    return text.last == "\n" ? text.dropLast() : text
  }

  private static func unescaped(_ raw: [String]) -> String {
    raw.reduce(into: "") { text, piece in
      guard piece.hasPrefix("\\"), piece.count == 2 else { return text += piece }
      switch piece.last {
      // A backslash at the end of a line joins it with the next.
      case "\n": break
      case "n": text += "\n"
      case "t": text += "\t"
      case let other: text += other.map(String.init) ?? ""
      }
    }
  }
}
