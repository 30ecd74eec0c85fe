/// What the comment at the top of a query says about it: the question, its parameters and its columns.
///
///     -- What share of pushes was opened, by day?
///     --
///     -- Days are UTC days.
///     --
///     -- :since, :until  milliseconds UTC; unset means no limit.
///     --
///     -- Columns:
///     --   day     [date] day of the cohort
///     --   opened  [deliveries] sent and tapped, which goes on
///     --           in a line that is indented further
///
/// A view of the ledger says what a row is in place of the question. Names and meanings are two spaces apart. A query without such a comment is fine and has an empty header.
package struct QueryHeader: Equatable, Sendable {
  /// Parameters that share a meaning.
  package struct Parameter: Equatable, Sendable {
    /// Without the colon.
    package var names: [String]
    package var meaning: String
  }

  /// A column of the result.
  package struct Column: Equatable, Sendable {
    package var name: String
    /// What its values count or are: `deliveries`, `share`, `ms`, `id`, `date`; `nil` for plain text.
    package var unit: String?
    package var meaning: String
  }

  /// One sentence that ends in a question mark; of a view what a row is.
  package private(set) var question = ""
  /// What has to be known to read the answer; paragraphs are separated by newlines.
  package private(set) var notes = ""
  package private(set) var parameters: [Parameter] = []
  /// In the order of the result.
  package private(set) var columns: [Column] = []

  /// Reads the comment lines before the first statement.
  package init(of sql: String) {
    var part = Part.question
    for comment in Self.comments(sql) {
      let text = comment.trimmed
      if text == "Columns:" {
        part = .columns
      } else if comment.hasPrefix(":") {
        part = .parameters
        parameters.append(Self.parameter(text))
      } else if text.isEmpty {
        if part == .question, !question.isEmpty { part = .notes }
        if part == .notes, !notes.isEmpty, !notes.hasSuffix("\n") { notes += "\n" }
      } else {
        add(text, indentation: comment.prefix { $0 == " " }.count, to: part)
      }
    }
    if notes.hasSuffix("\n") { notes.removeLast() }
  }

  /// What is missing from a complete header, in words; empty when nothing is.
  package var problems: [String] {
    var problems: [String] = []
    if !question.hasSuffix("?") { problems.append("the first lines do not ask a question") }
    if columns.isEmpty { problems.append("no columns are listed") }
    for parameter in parameters where parameter.meaning.isEmpty {
      problems.append("parameter \(parameter.names.joined(separator: ", ")) has no meaning")
    }
    for column in columns where column.meaning.isEmpty {
      problems.append("column \(column.name) has no meaning")
    }
    return problems
  }

  /// The statement below the comment, and the blank line that may stand between, without its semicolon.
  package static func statement(of sql: String) -> String {
    let newline = UInt8(ascii: "\n")
    var text = Substring(sql).utf8
    while text.starts(with: "--".utf8) { text = text.drop { $0 != newline }.dropFirst() }
    text = text.drop { $0 == newline }
    if text.last == newline { text.removeLast() }
    if text.last == UInt8(ascii: ";") { text.removeLast() }
    return String(Substring(text))
  }

  /// Every parameter's name, in order.
  package var parameterNames: [String] { parameters.flatMap(\.names) }
}

extension QueryHeader {
  private enum Part { case question, notes, parameters, columns }

  /// The first comment's lines without `--` and the space after it.
  private static func comments(_ sql: String) -> [Substring] {
    var comments: [Substring] = []
    var rest = sql[...]
    while !rest.isEmpty {
      // "\r\n" is one Character, so a line ends at any newline.
      let line = rest.prefix { !$0.isNewline }
      rest = rest[line.endIndex...].dropFirst()
      if comments.isEmpty, line.trimmed.isEmpty { continue }
      guard line.hasPrefix("--") else { break }
      comments.append(line.dropFirst(line.hasPrefix("-- ") ? 3 : 2))
    }
    return comments
  }

  /// Takes a line that begins nothing new, or a column.
  private mutating func add(_ text: String, indentation: Int, to part: Part) {
    switch part {
    case .question: question = Self.joined(question, text)
    case .notes: notes = Self.joined(notes, text)
    case .parameters:
      guard let last = parameters.indices.last else { return }
      parameters[last].meaning = Self.joined(parameters[last].meaning, text)
    case .columns:
      if indentation > 2, let last = columns.indices.last {
        columns[last].meaning = Self.joined(columns[last].meaning, text)
      } else {
        columns.append(Self.column(text))
      }
    }
  }

  /// `:since, :until  milliseconds UTC`.
  private static func parameter(_ text: String) -> Parameter {
    let (names, meaning) = halves(text)
    return Parameter(
      names: names.split(separator: ",").map { String($0.trimmed.drop { $0 == ":" }) }, meaning: meaning)
  }

  /// `sent  [deliveries] handed to the gateway`.
  private static func column(_ text: String) -> Column {
    let (name, meaning) = halves(text)
    guard meaning.hasPrefix("["), let end = meaning.firstIndex(of: "]") else {
      return Column(name: name, unit: nil, meaning: meaning)
    }
    let unit = String(meaning[meaning.index(after: meaning.startIndex)..<end])
    return Column(name: name, unit: unit, meaning: meaning[meaning.index(after: end)...].trimmed)
  }

  /// What stands before and after the first two spaces.
  private static func halves(_ text: String) -> (String, String) {
    guard let gap = text.firstRange(of: "  ") else { return (text, "") }
    return (text[..<gap.lowerBound].trimmed, text[gap.upperBound...].trimmed)
  }

  private static func joined(_ first: String, _ second: String) -> String {
    first.isEmpty || first.hasSuffix("\n") ? first + second : "\(first) \(second)"
  }
}

extension StringProtocol {
  /// The text without blanks at its ends.
  fileprivate var trimmed: String {
    let start = drop { $0 == " " || $0 == "\t" }
    guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return String(start[...last])
  }
}
