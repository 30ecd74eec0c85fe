package import Prose
package import ReceiptModel

/// What the names in a template stand for.
package struct TemplateContext {
  /// Words for `{{value}}`.
  package var values: [String: Phrase]
  /// Parts for `{{block}}`; empty when there is nothing to say.
  package var blocks: [String: () -> [Page.Block]]
  /// For `{{if}}`.
  package var conditions: [String: Bool]
  /// Answers a stored query; the parameters are as written, without the colon.
  package var query: (_ name: String, _ parameters: [String: String]) throws -> ResultTable

  package init(
    values: [String: Phrase] = [:], blocks: [String: () -> [Page.Block]] = [:],
    conditions: [String: Bool] = [:],
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
  package func render(_ context: TemplateContext) throws -> Page {
    try check(parts, context)
    var page = Page()
    try render(parts, context, to: &page)
    return page
  }

  private func check(_ parts: [Part], _ context: TemplateContext) throws {
    for part in parts {
      switch part {
      case .passage(let passage):
        for case .value(let name, let line) in passage.words {
          try check(name, line, "value", context.values.keys)
        }
      case .query: continue
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

  private func render(_ parts: [Part], _ context: TemplateContext, to page: inout Page) throws {
    for part in parts {
      switch part {
      case .passage(let passage): page.add(passage, context.values)
      case .block(let name, _): page.blocks += context.blocks[name]?() ?? []
      case .query(let name, let parameters, _):
        let table = try context.query(name, parameters)
        page.blocks.append(table.rows.isEmpty ? .paragraph("No data.") : .table(PageTable(table)))
      case .condition(let name, let inner, _):
        if context.conditions[name] ?? false { try render(inner, context, to: &page) }
      }
    }
  }
}

extension Page {
  fileprivate mutating func add(_ passage: Template.Passage, _ values: [String: Phrase]) {
    switch passage.kind {
    case .heading(let level): blocks.append(.heading(passage.phrase(values), level: level))
    case .paragraph: blocks.append(.paragraph(passage.phrase(values)))
    case .code:
      blocks.append(.code(passage.words.reduce(into: "") { if case .text(let text) = $1 { $0 += text } }))
    case .item(let depth):
      var items: [Item] = []
      if case .list(let before) = blocks.last {
        items = before
        blocks.removeLast()
      }
      Item(passage.phrase(values)).join(&items, depth: depth)
      blocks.append(.list(items))
    }
  }
}

extension Page.Item {
  /// Puts the item below the last one of each level above it.
  fileprivate func join(_ items: inout [Page.Item], depth: Int) {
    if depth > 0, let last = items.indices.last {
      join(&items[last].items, depth: depth - 1)
    } else {
      items.append(self)
    }
  }
}

extension Template.Passage {
  /// The author's words, so that those of the built-in templates can be translated.
  package var key: String {
    var places = 0
    return words.reduce(into: "") { key, word in
      switch word {
      case .text(let text):
        for character in text {
          if character == "{" || character == "}" { key.append(character) }
          key.append(character)
        }
      case .value:
        places += 1
        key += "{\(places)}"
      }
    }
  }

  fileprivate func phrase(_ values: [String: Phrase]) -> Phrase {
    let found = words.compactMap { word -> Phrase.Value? in
      if case .value(let name, _) = word { .phrase(values[name] ?? .empty) } else { nil }
    }
    return Phrase([Phrase.Part(key: key, values: found)])
  }
}
