import Prose
import ReceiptModel

/// The words of a directive, and what they must be.
struct DirectiveWords {
  let words: [String]
  let template: String
  let line: Int

  /// - Parameter text: what stands between the braces; a blank inside double quotes does not part words.
  init(_ text: Substring, template: String, line: Int) throws {
    self.template = template
    self.line = line
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
    if isQuoted {
      throw TemplateError(template: template, line: line, message: "a quotation mark is not closed")
    }
    if let done = word { words.append(done) }
    self.words = words
  }

  var first: String? { words.first }

  /// The one word behind the first.
  func name() throws -> String {
    guard words.count == 2 else { throw error("{{\(words[0])}} needs one name") }
    return words[1]
  }

  func nothingElse() throws {
    guard words.count == 1 else { throw error("{{\(words[0])}} takes nothing") }
  }

  /// `{{if NAME}}`, `{{if not NAME}}`, `{{if query NAME key=value}}`.
  func condition() throws -> Template.Condition {
    var rest = words.dropFirst()
    let isNegated = rest.first == "not"
    if isNegated { rest = rest.dropFirst() }
    if rest.first == "query" {
      let (query, options) = try query(rest.dropFirst(), options: [])
      precondition(options.isEmpty, "a condition has no options")
      return Template.Condition(question: .query(query), isNegated: isNegated, line: line)
    }
    guard rest.count == 1, let name = rest.first else { throw error("{{if}} needs one name") }
    return Template.Condition(question: .name(name), isNegated: isNegated, line: line)
  }

  /// `{{query NAME key=value …}}`.
  func table() throws -> (TemplateQuery, TableLayout) {
    let (query, options) = try query(words.dropFirst(), options: ["columns", "limit", "title", "empty"])
    var layout = TableLayout()
    layout.columns = try options["columns"].map(columns) ?? []
    layout.limit = try options["limit"].map(limit)
    layout.title = options["title"]
    layout.empty = options["empty"]
    return (query, layout)
  }

  /// `{{chart query NAME kind=… label=… value=…}}`.
  func queryChart() throws -> (TemplateQuery, ChartLayout) {
    let names = ["kind", "label", "value", "low", "high", "limit", "title"]
    let (query, options) = try query(words.dropFirst(2), options: names)
    let word = options["kind"] ?? ChartLayout.Kind.bars.rawValue
    let kinds = ChartLayout.Kind.allCases.map(\.rawValue)
    guard let kind = ChartLayout.Kind(rawValue: word) else {
      throw error(
        "unknown kind of chart '\(word)'; kinds are \(kinds.joined(separator: ", "))", unknown: word,
        known: kinds)
    }
    guard let label = options["label"], let value = options["value"] else {
      throw error("{{chart query}} needs label= and value=, the names of columns")
    }
    let values = value.split(separator: ",").map(\.trimmed)
    guard values.count == 1 || kind == .lines else {
      throw error("only a chart of lines has several values")
    }
    guard (options["low"] == nil) == (options["high"] == nil) else {
      throw error("low= and high= belong together: both ends of an interval")
    }
    guard options["low"] == nil || values.count == 1 else {
      throw error("a chart of several values has no low= and high=")
    }
    return (
      query,
      ChartLayout(
        kind: kind, label: label, values: values, low: options["low"], high: options["high"],
        limit: try options["limit"].map(limit), title: options["title"])
    )
  }

  /// A query's name, its arguments, and whatever else the directive takes.
  ///
  /// `:name=` is always an argument, so that a query can have a parameter that is called like an option.
  private func query(
    _ words: ArraySlice<String>, options: [String]
  ) throws -> (TemplateQuery, options: [String: String]) {
    guard let name = words.first, !name.contains("=") else {
      throw error("{{\(self.words[0])}} needs the name of a query")
    }
    var query = TemplateQuery(name: name, arguments: [:], line: line)
    var given: [String: String] = [:]
    for word in words.dropFirst() {
      guard let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")), equals > word.startIndex else {
        throw error("'\(word)' is not key=value")
      }
      let key = String(word[..<equals])
      let value = String(word[word.utf8.index(after: equals)...])
      if options.contains(key) {
        guard given.updateValue(value, forKey: key) == nil else { throw error("'\(key)' is given twice") }
      } else {
        let parameter = String(key.drop { $0 == ":" })
        guard query.arguments.updateValue(Self.argument(value), forKey: parameter) == nil else {
          throw error("'\(parameter)' is given twice")
        }
      }
    }
    return (query, given)
  }

  private static func argument(_ value: String) -> TemplateQuery.Argument {
    value.utf8.first == UInt8(ascii: "$") ? .value(String(value.dropFirst())) : .cell(Cell(typed: value))
  }

  /// `day, sent as Sends`.
  private func columns(_ text: String) throws -> [TableLayout.Column] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let words = part.trimmed
      let title = words.firstRange(of: " as ").map { words[$0.upperBound...].trimmed }
      let name = words.firstRange(of: " as ").map { words[..<$0.lowerBound].trimmed } ?? words
      guard !name.isEmpty, title != "" else {
        throw error("columns= is a list such as \"day, sent as Sends\"")
      }
      return TableLayout.Column(name: name, title: title)
    }
  }

  private func limit(_ text: String) throws -> Int {
    guard let limit = Int(text), limit > 0 else { throw error("limit= is a number above 0") }
    return limit
  }

  func error(_ message: Phrase, unknown: String? = nil, known: [String] = []) -> TemplateError {
    TemplateError(template: template, line: line, message: message, unknown: unknown, known: known)
  }
}
