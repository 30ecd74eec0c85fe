import Prose
import ReceiptModel

extension Template {
  /// Checks every name, also in parts that are left out: a report that could be rendered once always can.
  func check(_ context: TemplateContext) throws { try check(parts, context) }

  private func check(_ parts: [Part], _ context: TemplateContext) throws {
    for part in parts {
      switch part {
      case .passage(let passage):
        for case .value(let name, let line) in passage.words {
          try check(name, line, "unknown value", context.values.keys)
        }
      case .block(let name, let line):
        if let lack = context.missing[name] { throw error("block '\(name)' \(lack)", line) }
        try check(name, line, "unknown block", context.blocks.keys)
      case .chart(let name, let line): try check(name, line, "unknown chart", context.charts.keys)
      case .query(let query, let layout):
        try check(query, columns: layout.columns.map(\.name), context)
      case .queryChart(let query, let layout): try check(query, columns: layout.columns, context)
      case .condition(let condition, let parts, let otherwise):
        switch condition.question {
        case .name(let name): try check(name, condition.line, "unknown condition", context.conditions.keys)
        case .query(let query): try check(query, columns: [], context)
        }
        try check(parts, context)
        try check(otherwise, context)
      }
    }
  }

  private func check(_ query: TemplateQuery, columns: [String], _ context: TemplateContext) throws {
    let shape = try context.queries.shape(query.name, query.line)
    for (name, argument) in query.arguments.sorted(by: { $0.key < $1.key }) {
      try check(name, query.line, "unknown parameter of \(query.name)", shape.parameters)
      if case .value(let value) = argument {
        try check("$" + value, query.line, "unknown value", context.arguments.keys.map { "$" + $0 })
      }
    }
    for column in columns {
      try check(column, query.line, "unknown column of \(query.name)", shape.columns.map(\.name))
    }
  }

  private func check(_ name: String, _ line: Int, _ what: Phrase, _ known: some Collection<String>) throws {
    guard !known.contains(name) else { return }
    let known = known.sorted()
    let list: Phrase = known.isEmpty ? "there is none" : "there are \(known.joined(separator: ", "))"
    throw TemplateError(
      template: self.name, line: line, message: "\(what) '\(name)'; \(list)", unknown: name,
      known: known)
  }

  private func error(_ message: Phrase, _ line: Int) -> TemplateError {
    TemplateError(template: name, line: line, message: message)
  }
}
