/// Words for people, with places for what is only known when they are said.
///
/// A literal is a phrase: `"The device confirmed \(part) of \(whole)."` has the key
/// `The device confirmed {1} of {2}.`, by which a `Language` finds its translation, and two values. What stands in
/// the key is ours and may hold `**strong**`, `` `code` `` and `[links](page.md)`; values are shown as what they are,
/// and how that is done safely is each output format's own.
package struct Phrase: Equatable, Sendable {
  /// Said one after another.
  package var parts: [Part]

  /// A sentence or a piece of one.
  package struct Part: Equatable, Sendable {
    /// In English, with `{1}`, `{2}`, … where the values go; a brace that is meant stands twice.
    package var key: String
    package var values: [Value]

    package init(key: String, values: [Value] = []) {
      self.key = key
      self.values = values
    }
  }

  /// What can stand in a phrase beside our own words.
  package indirect enum Value: Equatable, Sendable {
    /// Text from a log or a configuration; every format escapes it.
    case text(String)
    /// Text from a table that may be ours, and is translated where a language knows it; escaped like text.
    case term(String)
    /// A number, a time or a range, written by us; it holds nothing that a format has to escape.
    case figure(String)
    /// Text that is shown exactly, in a fixed width.
    case code(String)
    case phrase(Phrase)
    /// A file to open; `target` is a relative address, percent-encoded.
    case link(String, target: String)
    /// A bar for a share from 0 to 1.
    case bar(Double)
    case sparkline(Sparkline)
  }

  package init(_ parts: [Part]) { self.parts = parts }

  package static let empty = Phrase([])
  package var isEmpty: Bool { parts.allSatisfy { $0.key.isEmpty } }

  /// A value alone.
  package init(_ value: Value) { parts = [Part(key: "{1}", values: [value])] }

  /// Text from a log or a configuration.
  package static func text(_ text: String) -> Phrase { Phrase(.text(text)) }

  /// The same in a bounded place: what is beyond `limit` scalars is cut off and marked with `…`.
  package static func text(_ text: String, limit: Int) -> Phrase { .text(text.cut(to: limit)) }

  package static func figure(_ figure: String) -> Phrase { Phrase(.figure(figure)) }
  package static func code(_ code: String) -> Phrase { Phrase(.code(code)) }

  package static func + (one: Phrase, other: Phrase) -> Phrase { Phrase(one.parts + other.parts) }
  package static func += (one: inout Phrase, other: Phrase) { one.parts += other.parts }
}

extension Sequence where Element == Phrase {
  /// The phrases with words between them.
  package func joined(separator: Phrase = ", ") -> Phrase {
    var result = Phrase.empty
    for (place, phrase) in enumerated() { result += place > 0 ? separator + phrase : phrase }
    return result
  }
}

/// Values over time, drawn as small as a word.
package struct Sparkline: Equatable, Sendable {
  /// From the oldest; `nil` where nothing was measured.
  package var values: [Double?]
  /// The difference that fills the height at least, so that chance does not look like a trend.
  package var leastSpan: Double

  package init(_ values: [Double?], leastSpan: Double = 0) {
    self.values = values
    self.leastSpan = leastSpan
  }
}

extension String {
  /// The text, cut with `…` when it has more than `limit` scalars.
  package func cut(to limit: Int) -> String {
    let scalars = unicodeScalars
    guard scalars.count > limit else { return self }
    return String(String.UnicodeScalarView(scalars.prefix(limit))) + "…"
  }
}
