extension Template {
  /// Reads a template.
  ///
  /// - Throws: `TemplateError` for a directive that is unknown, malformed or in the wrong place.
  package init(name: String, parsing text: String) throws {
    // "\r\n" is one Character, which neither "\n" nor "\r" equals.
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    if lines.last == "" { lines.removeLast() }
    let (summary, skipped) = Self.summary(lines)
    var parser = TemplateParser(template: name, line: skipped)
    for line in lines.dropFirst(skipped) { try parser.read(line) }
    self.init(name: name, summary: summary, parts: try parser.finish())
  }

  /// The comment at the top, and how many lines it takes.
  private static func summary(_ lines: [Substring]) -> (text: String, lines: Int) {
    guard lines.first?.hasPrefix("<!--") == true,
      let last = lines.firstIndex(where: { $0.hasSuffix("-->") })
    else { return ("", 0) }
    let words = lines[...last].joined(separator: " ").dropFirst(4).dropLast(3).split(separator: " ")
    return (words.joined(separator: " "), last + 1)
  }
}

/// Takes a template line by line; conditions that are still open lie on a stack.
private struct TemplateParser {
  let template: String
  private var line: Int
  private var parts: [Template.Part] = []
  private var passages = PassageReader()
  private var open: [(name: String, line: Int, before: [Template.Part])] = []

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
    if let condition = open.last {
      throw TemplateError(
        template: template, line: condition.line, message: "{{if \(condition.name)}} has no {{end}}")
    }
    return parts
  }

  /// The words of a directive that fills its line alone; `nil` for other lines.
  private func directive(onlyIn text: Substring) throws -> [String]? {
    let trimmed = Self.trimmed(text)
    guard trimmed.hasPrefix("{{"), trimmed.hasSuffix("}}"), trimmed.count >= 4 else { return nil }
    let inside = trimmed.dropFirst(2).dropLast(2)
    guard !inside.contains("{{"), !inside.contains("}}") else { return nil }
    return try words(inside)
  }

  private mutating func readLine(_ words: [String]) throws {
    switch words.first {
    case "block": parts.append(.block(name: try onlyName(words), line: line))
    case "chart": parts.append(.chart(name: try onlyName(words), line: line))
    case "query":
      guard words.count >= 2 else { throw error("{{query}} needs a name") }
      parts.append(.query(name: words[1], parameters: try parameters(words.dropFirst(2)), line: line))
    case "if":
      open.append((try onlyName(words), line, parts))
      parts = []
    case "end":
      guard words.count == 1 else { throw error("{{end}} takes nothing") }
      guard let condition = open.popLast() else { throw error("{{end}} without an {{if}}") }
      parts =
        condition.before + [.condition(name: condition.name, parts: parts, line: condition.line)]
    default: throw unknown(words)
    }
  }

  /// A line in pieces: Markdown as it stands, and values.
  private func inline(_ text: Substring) throws -> [Template.Passage.Word] {
    var pieces: [Template.Passage.Word] = []
    var rest = text
    while let start = Self.index(of: "{{", in: rest) {
      if start > rest.startIndex { pieces.append(.text(String(rest[..<start]))) }
      rest = rest[start...].dropFirst(2)
      guard let end = Self.index(of: "}}", in: rest) else { throw error("{{ without }}") }
      let words = try words(rest[..<end])
      switch words.first {
      case "value": pieces.append(.value(name: try onlyName(words), line: line))
      case "block", "chart", "query", "if", "end":
        throw error("{{\(words.joined(separator: " "))}} must stand on a line of its own")
      default: throw unknown(words)
      }
      rest = rest[end...].dropFirst(2)
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    return pieces
  }

  private func onlyName(_ words: [String]) throws -> String {
    guard words.count == 2 else { throw error("{{\(words[0])}} needs one name") }
    return words[1]
  }

  private func parameters(_ words: ArraySlice<String>) throws -> [String: String] {
    var result: [String: String] = [:]
    for word in words {
      let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2, !halves[0].isEmpty else { throw error("'\(word)' is not key=value") }
      guard result.updateValue(String(halves[1]), forKey: String(halves[0])) == nil else {
        throw error("'\(halves[0])' is given twice")
      }
    }
    return result
  }

  /// The words of a directive; a blank inside double quotes does not part them.
  private func words(_ text: Substring) throws -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in text {
      switch character {
      case "\"":
        isQuoted.toggle()
        word = word ?? ""
      case _ where !isQuoted && (character == " " || character == "\t"):
        if let done = word { words.append(done) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    if isQuoted { throw error("a quotation mark is not closed") }
    if let done = word { words.append(done) }
    return words
  }

  private func error(_ message: String) -> TemplateError {
    TemplateError(template: template, line: line, message: message)
  }

  private func unknown(_ words: [String]) -> TemplateError {
    guard let word = words.first else { return error("{{}} is empty") }
    return error("unknown directive '\(word)'; known are value, block, chart, query, if and end")
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }

  private static func index(of marks: String, in text: Substring) -> Substring.Index? {
    text.indices.first { text[$0...].hasPrefix(marks) }
  }
}
