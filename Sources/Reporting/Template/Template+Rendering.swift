package import ReceiptModel

/// What the names in a template stand for.
package struct TemplateContext {
  /// Words for `{{value}}`, in Markdown.
  package var values: [String: String]
  /// Parts for `{{block}}`: Markdown without a line break at the end, or empty when there is nothing to say.
  package var blocks: [String: () -> String]
  /// For `{{if}}`.
  package var conditions: [String: Bool]
  /// Answers a stored query; the parameters are as written, without the colon.
  package var query: (_ name: String, _ parameters: [String: String]) throws -> ResultTable

  package init(
    values: [String: String] = [:], blocks: [String: () -> String] = [:], conditions: [String: Bool] = [:],
    query: @escaping (_ name: String, _ parameters: [String: String]) throws -> ResultTable
  ) {
    self.values = values
    self.blocks = blocks
    self.conditions = conditions
    self.query = query
  }
}

extension Template {
  /// Fills the template.
  ///
  /// Every name is checked before anything is rendered, also inside conditions that do not hold.
  ///
  /// - Throws: `TemplateError` for a name that nothing stands for, and what a query throws.
  package func render(_ context: TemplateContext) throws -> String {
    try check(parts, context)
    var text = ""
    try render(parts, context, to: &text)
    return Self.withoutDoubleBlanks(text)
  }

  private func check(_ parts: [Part], _ context: TemplateContext) throws {
    for part in parts {
      switch part {
      case .text, .query: continue
      case .value(let name, let line): try check(name, line, "value", context.values.keys)
      case .block(let name, let line): try check(name, line, "block", context.blocks.keys)
      case .condition(let name, let inner, let line):
        try check(name, line, "condition", context.conditions.keys)
        try check(inner, context)
      }
    }
  }

  private func check(_ name: String, _ line: Int, _ what: String, _ known: some Collection<String>) throws {
    guard !known.contains(name) else { return }
    throw TemplateError(
      template: self.name, line: line,
      message: "unknown \(what) '\(name)'; known are \(known.sorted().joined(separator: ", "))")
  }

  private func render(_ parts: [Part], _ context: TemplateContext, to text: inout String) throws {
    for part in parts {
      switch part {
      case .text(let words): text += words
      case .value(let name, _): text += context.values[name] ?? ""
      case .block(let name, _):
        let block = context.blocks[name]?() ?? ""
        text += block.isEmpty ? "" : block + "\n"
      case .query(let name, let parameters, _):
        let table = try context.query(name, parameters)
        text += table.rows.isEmpty ? "No data.\n" : MarkdownFormat.text(of: table)
      case .condition(let name, let inner, _):
        if context.conditions[name] ?? false { try render(inner, context, to: &text) }
      }
    }
  }

  /// What is left out leaves blank lines behind; more than one in a row become one.
  private static func withoutDoubleBlanks(_ text: String) -> String {
    var result: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty, result.last.map(\.isEmpty) ?? true { continue }
      result.append(line)
    }
    while result.last?.isEmpty ?? false { result.removeLast() }
    return result.isEmpty ? "" : result.joined(separator: "\n") + "\n"
  }
}
