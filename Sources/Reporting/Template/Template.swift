package import Prose

/// A report as people write it: Markdown with directives in double braces; `reports/README.md` lists them.
package struct Template: Equatable, Sendable {
  /// What errors call it.
  package var name: String
  package var header: TemplateHeader
  package var parts: [Part]

  package indirect enum Part: Equatable, Sendable {
    case passage(Passage)
    case block(name: String, line: Int)
    case chart(name: String, line: Int)
    case query(TemplateQuery, TableLayout)
    /// `{{chart query NAME …}}`.
    case queryChart(TemplateQuery, ChartLayout)
    case condition(Condition, parts: [Part], otherwise: [Part])
  }

  /// What an `{{if}}` asks.
  package struct Condition: Equatable, Sendable {
    package enum Question: Equatable, Sendable {
      case name(String)
      /// Whether the query has an answer with a row.
      case query(TemplateQuery)
    }

    package var question: Question
    package var isNegated: Bool
    package var line: Int
  }

  /// What the author wrote between blank lines, with values in it.
  package struct Passage: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
      /// - Parameter level: from 1.
      case heading(level: Int)
      case paragraph
      /// - Parameter depth: 0 for an item that is below no other.
      case item(depth: Int)
      /// Lines in a fence; there are no values in them.
      case code
    }

    package enum Word: Equatable, Sendable {
      /// Inline Markdown as it stands.
      case text(String)
      case value(name: String, line: Int)
    }

    package var kind: Kind
    package var words: [Word]
  }
}

/// What is wrong with a template, and where.
package struct TemplateError: Error, Equatable, CustomStringConvertible {
  package var template: String
  /// From 1.
  package var line: Int
  package var message: Phrase
  /// The unknown name, and the known ones, among which to look for the one that was meant.
  package var unknown: String?
  package var known: [String]

  package init(template: String, line: Int, message: Phrase, unknown: String? = nil, known: [String] = []) {
    self.template = template
    self.line = line
    self.message = message
    self.unknown = unknown
    self.known = known
  }

  package var description: String { words.told() }

  /// What is wrong, behind its place as it is.
  package var words: Phrase { "\(template):\(figure: "\(line)"): \(message)" }
}
