import Prose

extension Template {
  /// Reads a template.
  ///
  /// - Throws: `TemplateError` for a directive that is unknown, malformed or in the wrong place.
  package init(name: String, parsing text: String) throws {
    var lines = Self.lines(text)
    if lines.last == "" { lines.removeLast() }
    let (header, skipped) = try TemplateHeader.read(lines, template: name)
    var parser = TemplateParser(template: name, line: skipped)
    for line in lines.dropFirst(skipped) { try parser.read(line) }
    self.init(name: name, header: header, parts: try parser.finish())
  }

  /// What a template says about itself, without reading the rest.
  package static func header(of text: String, name: String) throws -> TemplateHeader {
    try TemplateHeader.read(lines(text), template: name).header
  }

  private static func lines(_ text: String) -> [Substring] {
    // "\r\n" is one Character, which neither "\n" nor "\r" equals.
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  }
}

/// Takes a template line by line; conditions that are still open lie on a stack.
private struct TemplateParser {
  /// A condition without its `{{end}}`.
  private struct Open {
    var condition: Template.Condition
    /// What came before it.
    var before: [Template.Part]
    /// What holds if it does; `nil` as long as there was no `{{else}}`.
    var parts: [Template.Part]?
  }

  let template: String
  private var line: Int
  private var parts: [Template.Part] = []
  private var passages = PassageReader()
  private var open: [Open] = []

  init(template: String, line: Int) {
    self.template = template
    self.line = line
  }

  mutating func read(_ text: Substring) throws {
    line += 1
    if !passages.isInFence, let words = try directive(onlyIn: text), words.first != "value" {
      endPassages()
      try readLine(words)
    } else {
      passages.read(text, words: passages.isInFence ? [.text(String(text))] : try inline(text))
    }
  }

  private mutating func endPassages() { parts += passages.finish().map { .passage($0) } }

  mutating func finish() throws -> [Template.Part] {
    endPassages()
    if let condition = open.last?.condition {
      throw TemplateError(template: template, line: condition.line, message: "{{if}} has no {{end}}")
    }
    return parts
  }

  /// The words of a directive that fills its line alone; `nil` for other lines.
  private func directive(onlyIn text: Substring) throws -> DirectiveWords? {
    let trimmed = text.trimmed
    guard trimmed.hasPrefix("{{"), trimmed.hasSuffix("}}"), trimmed.count >= 4 else { return nil }
    let inside = trimmed.dropFirst(2).dropLast(2)
    guard !inside.contains("{{"), !inside.contains("}}") else { return nil }
    return try words(inside)
  }

  private mutating func readLine(_ words: DirectiveWords) throws {
    switch words.first {
    case "block": parts.append(.block(name: try words.name(), line: line))
    case "query":
      let (query, layout) = try words.table()
      parts.append(.query(query, layout))
    case "chart" where words.words.dropFirst().first != "query":
      parts.append(.chart(name: try words.name(), line: line))
    case "chart":
      let (query, layout) = try words.queryChart()
      parts.append(.queryChart(query, layout))
    case "if":
      open.append(Open(condition: try words.condition(), before: parts))
      parts = []
    case "else":
      try words.nothingElse()
      guard let last = open.indices.last else { throw words.error("{{else}} without an {{if}}") }
      guard open[last].parts == nil else { throw words.error("a second {{else}} of one {{if}}") }
      open[last].parts = parts
      parts = []
    case "end":
      try words.nothingElse()
      guard let ended = open.popLast() else { throw words.error("{{end}} without an {{if}}") }
      parts =
        ended.before + [
          .condition(
            ended.condition, parts: ended.parts ?? parts, otherwise: ended.parts == nil ? [] : parts)
        ]
    default: throw unknown(words)
    }
  }

  /// A line in pieces: Markdown as it stands, and values.
  private func inline(_ text: Substring) throws -> [Template.Passage.Word] {
    var pieces: [Template.Passage.Word] = []
    var rest = text
    while let start = rest.firstRange(of: "{{")?.lowerBound {
      if start > rest.startIndex { pieces.append(.text(String(rest[..<start]))) }
      rest = rest[start...].dropFirst(2)
      guard let end = rest.firstRange(of: "}}")?.lowerBound else {
        throw TemplateError(template: template, line: line, message: "{{ without }}")
      }
      let words = try words(rest[..<end])
      switch words.first {
      case "value": pieces.append(.value(name: try words.name(), line: line))
      case let name? where Self.directives.contains(name):
        throw words.error("{{\(words.words.joined(separator: " "))}} must stand on a line of its own")
      default: throw unknown(words)
      }
      rest = rest[end...].dropFirst(2)
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    return pieces
  }

  private func words(_ text: Substring) throws -> DirectiveWords {
    try DirectiveWords(text, template: template, line: line)
  }

  private static let directives = ["value", "block", "query", "chart", "if", "else", "end"]

  private func unknown(_ words: DirectiveWords) -> TemplateError {
    guard let word = words.first else { return words.error("{{}} is empty") }
    let known = Self.directives.joined(separator: ", ")
    return words.error(
      "unknown directive '\(word)'; directives are \(known)", unknown: word, known: Self.directives)
  }
}
