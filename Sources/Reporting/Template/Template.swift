/// A report as people write it: Markdown with directives in double braces.
///
/// | written | becomes |
/// | --- | --- |
/// | `<!-- … -->` at the very top | what the report is about, for those who look for one; not shown |
/// | `{{value NAME}}` | a word or number, inside a line |
/// | `{{block NAME}}` | a part of a report, on a line of its own |
/// | `{{chart NAME}}` | a picture, on a line of its own |
/// | `{{query NAME key=value}}` | the answer of a stored query as a table, on a line of its own |
/// | `{{if NAME}}` … `{{end}}` | what is between, when it holds; each on a line of its own |
package struct Template: Equatable, Sendable {
  /// What errors call it.
  package var name: String
  /// What the report is about, in one line; empty when the template does not say.
  package var summary: String
  package var parts: [Part]

  package indirect enum Part: Equatable, Sendable {
    case passage(Passage)
    case block(name: String, line: Int)
    case chart(name: String, line: Int)
    case query(name: String, parameters: [String: String], line: Int)
    case condition(name: String, parts: [Part], line: Int)
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
  package var message: String

  package init(template: String, line: Int, message: String) {
    self.template = template
    self.line = line
    self.message = message
  }

  package var description: String { "\(template):\(line): \(message)" }
}
