extension Phrase {
  /// A piece of a phrase as an output format meets it, from left to right.
  package enum Token: Equatable, Sendable {
    /// Our own words, in the language that was asked for.
    case words(String)
    /// Strong text begins or ends.
    case strong
    /// Code in our own words.
    case literal(String)
    /// A link to a file beside the page, in our own words.
    case link(words: String, target: String)
    /// A link to a file beside the page, by a name that is escaped like text.
    case reference(String, target: String)
    case text(String)
    case figure(String)
    case code(String)
    case bar(Double)
    case sparkline(Sparkline)
  }

  /// The phrase in a language, in pieces.
  package func tokens(in language: Language) -> [Token] {
    parts.flatMap { part in
      var reader = KeyReader(language.words(part.key))
      return reader.tokens().flatMap { piece -> [Token] in
        switch piece {
        case .token(let token): return [token]
        case .place(let place):
          guard part.values.indices.contains(place) else { return [] }
          switch part.values[place] {
          case .text(let text): return [.text(text)]
          case .term(let term): return [.text(language.words(term))]
          case .figure(let figure): return [.figure(figure)]
          case .code(let code): return [.code(code)]
          case .phrase(let phrase): return phrase.tokens(in: language)
          case .link(let text, let target): return [.reference(text, target: target)]
          case .bar(let share): return [.bar(share)]
          case .sparkline(let line): return [.sparkline(line)]
          }
        }
      }
    }
  }

  /// The phrase without any markup, for places that show none; pictures are left out, and nothing is escaped.
  package func plain(in language: Language = .english) -> String { text(in: language) { $0 } }

  /// The same for a line of talk on a terminal, with commands in our own words between backticks.
  package func told(in language: Language = .english) -> String { text(in: language) { "`\($0)`" } }

  private func text(in language: Language, literal: (String) -> String) -> String {
    tokens(in: language).reduce(into: "") { text, token in
      switch token {
      case .literal(let words): text += literal(words)
      case .words(let words), .link(let words, _): text += words
      case .text(let value), .figure(let value), .code(let value), .reference(let value, _): text += value
      case .strong, .bar, .sparkline: break
      }
    }
  }
}

extension Phrase: CustomStringConvertible {
  /// In English without markup, for test failures and debuggers.
  package var description: String { plain() }
}

/// Finds places and markup in a key or its translation.
private struct KeyReader {
  enum Piece {
    case token(Phrase.Token)
    /// From 0.
    case place(Int)
  }

  private let key: [Character]
  private var position = 0
  private var words = ""
  private var pieces: [Piece] = []

  init(_ key: String) { self.key = Array(key) }

  mutating func tokens() -> [Piece] {
    while position < key.count {
      if !readBrace(), !readStrong(), !readCode(), !readLink() {
        words.append(key[position])
        position += 1
      }
    }
    flush()
    return pieces
  }

  private mutating func flush() {
    if !words.isEmpty { pieces.append(.token(.words(words))) }
    words = ""
  }

  private mutating func add(_ piece: Piece, length: Int) -> Bool {
    flush()
    pieces.append(piece)
    position += length
    return true
  }

  private func at(_ offset: Int) -> Character? {
    position + offset < key.count ? key[position + offset] : nil
  }

  /// `{1}` or a doubled brace.
  private mutating func readBrace() -> Bool {
    let brace = key[position]
    guard brace == "{" || brace == "}" else { return false }
    if at(1) == brace {
      words.append(brace)
      position += 2
      return true
    }
    guard let end = key[position...].firstIndex(of: "}"),
      let number = Int(String(key[position + 1..<end])), number > 0
    else { return false }
    return add(.place(number - 1), length: end - position + 1)
  }

  private mutating func readStrong() -> Bool {
    guard key[position] == "*", at(1) == "*" else { return false }
    return add(.token(.strong), length: 2)
  }

  private mutating func readCode() -> Bool {
    guard key[position] == "`", let end = key[(position + 1)...].firstIndex(of: "`") else { return false }
    return add(.token(.literal(String(key[position + 1..<end]))), length: end - position + 1)
  }

  private mutating func readLink() -> Bool {
    guard key[position] == "[", let close = key[position...].firstIndex(of: "]"),
      close + 1 < key.count, key[close + 1] == "(", let end = key[close...].firstIndex(of: ")")
    else { return false }
    let link = Phrase.Token.link(
      words: String(key[position + 1..<close]), target: String(key[close + 2..<end]))
    return add(.token(link), length: end - position + 1)
  }
}
