/// A report as people write it: Markdown with directives in double braces.
///
/// | written | becomes |
/// | --- | --- |
/// | `{{value NAME}}` | a word or number, inside a line |
/// | `{{block NAME}}` | a part of a report, on a line of its own |
/// | `{{query NAME key=value}}` | the answer of a stored query as a table, on a line of its own |
/// | `{{if NAME}}` … `{{end}}` | what is between, when it holds; each on a line of its own |
package struct Template: Equatable, Sendable {
  /// What errors call it.
  package var name: String
  package var parts: [Part]

  package indirect enum Part: Equatable, Sendable {
    /// Text as it stands.
    case text(String)
    case value(name: String, line: Int)
    case block(name: String, line: Int)
    case query(name: String, parameters: [String: String], line: Int)
    case condition(name: String, parts: [Part], line: Int)
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
