import Prose
import ReceiptModel

extension Template {
  /// Fills the template.
  ///
  /// - Throws: `TemplateError` for a name that nothing stands for, before anything is asked; and what a query throws.
  package func render(_ context: TemplateContext) throws -> RenderedReport {
    try check(context)
    var answers = Answers(context: context)
    var report = RenderedReport()
    try render(parts, &answers, to: &report)
    return report
  }

  private func render(_ parts: [Part], _ answers: inout Answers, to report: inout RenderedReport) throws {
    let context = answers.context
    for part in parts {
      switch part {
      case .passage(let passage): report.addWords { $0.add(passage, context.values) }
      case .block(let name, _): report.add(.block(name), context.blocks[name]?() ?? [])
      case .chart(let name, _):
        report.add(.chart(name), context.charts[name]?().map { [.chart($0)] } ?? [])
      case .query(let query, let layout):
        let table = try answers.table(query)
        report.add(.query(query.name), layout.blocks(table, zone: context.zone), answer: table)
      case .queryChart(let query, let layout):
        let table = try answers.table(query)
        let chart = layout.chart(
          table, id: answers.id("query-\(query.name)"), name: query.name, zone: context.zone)
        report.add(.chart(query.name), chart.map { [.chart($0)] } ?? [])
      case .condition(let condition, let parts, let otherwise):
        let holds =
          switch condition.question {
          case .name(let name): context.conditions[name] ?? false
          case .query(let query): try !answers.table(query).rows.isEmpty
          }
        try render(holds != condition.isNegated ? parts : otherwise, &answers, to: &report)
      }
    }
  }
}

/// The answers of queries: a question that is asked twice is answered once.
private struct Answers {
  private struct Question: Hashable {
    var name: String
    var arguments: [String: Cell]
  }

  let context: TemplateContext
  private var tables: [Question: ResultTable] = [:]
  private var ids: Set<String> = []

  init(context: TemplateContext) { self.context = context }

  mutating func table(_ query: TemplateQuery) throws -> ResultTable {
    var question = Question(name: query.name, arguments: [:])
    for (name, argument) in query.arguments {
      switch argument {
      case .cell(let cell): question.arguments[name] = cell
      case .value(let value): question.arguments[name] = context.arguments[value] ?? nil
      }
    }
    if let known = tables[question] { return known }
    let table = try context.queries.answer(query.name, question.arguments, query.line)
    tables[question] = table
    return table
  }

  /// A name for a chart that no other chart has, made of the characters of the words that such names may have.
  mutating func id(_ words: String) -> String {
    let name = words.lowercased().utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
      default: UInt8(ascii: "-")
      }
    }
    let text = String(decoding: name, as: UTF8.self)
    var (id, place) = (text, 1)
    while !ids.insert(id).inserted {
      place += 1
      id = "\(text)-\(place)"
    }
    return id
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

extension Phrase {
  /// Words of a template's author: a key, in which braces are meant.
  init(words: String) {
    var key = ""
    for character in words {
      if character == "{" || character == "}" { key.append(character) }
      key.append(character)
    }
    self.init(key.isEmpty ? [] : [Part(key: key)])
  }
}
