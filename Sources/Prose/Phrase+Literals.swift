extension Phrase: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { self.init(stringInterpolation: StringInterpolation(value)) }

  package init(stringInterpolation literal: StringInterpolation) {
    self.init(literal.key.isEmpty ? [] : [Part(key: literal.key, values: literal.values)])
  }

  /// Gathers a literal's key and its values.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var key = ""
    fileprivate var values: [Value] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    fileprivate init(_ literal: String) { appendLiteral(literal) }

    package mutating func appendLiteral(_ literal: String) {
      for character in literal {
        if character == "{" || character == "}" { key.append(character) }
        key.append(character)
      }
    }

    private mutating func append(_ value: Value) {
      values.append(value)
      key += "{\(values.count)}"
    }

    /// Text from a log or a configuration.
    package mutating func appendInterpolation(_ text: String) { append(.text(text)) }

    package mutating func appendInterpolation(_ phrase: Phrase) {
      // A value that is a phrase by itself needs no place of its own in a translation of that phrase.
      if phrase.parts.count == 1, phrase.parts[0].key == "{1}", let value = phrase.parts[0].values.first {
        append(value)
      } else {
        append(.phrase(phrase))
      }
    }

    package mutating func appendInterpolation(_ number: some BinaryInteger) {
      append(.figure(Figures.digits(number)))
    }

    /// A number, a time or a range as we write it.
    package mutating func appendInterpolation(figure: String) { append(.figure(figure)) }

    package mutating func appendInterpolation(code: String) { append(.code(code)) }
  }
}

extension DefaultStringInterpolation {
  /// A phrase in a `String` would print its parts, and in no language: say `plain(in:)`.
  @available(*, unavailable, message: "say plain(in:), or make the literal a Phrase")
  package mutating func appendInterpolation(_ phrase: Phrase) { fatalError("unavailable") }
}
