import Prose

/// What the comment at the top of a template says about the report.
///
///     <!--
///     One message: what became of it, beside its neighbours.
///
///     days: 7
///     :message (needed)  the message id
///     -->
///
/// The first paragraph is the summary. `days` is how many days the report is about when nobody names a window. A line
/// with a colon in front is a parameter; its name and meaning are two blanks apart, and a line that is indented goes on
/// with the one above.
package struct TemplateHeader: Equatable, Sendable {
  package struct Parameter: Equatable, Sendable {
    package var name: String
    package var isNeeded: Bool
    package var meaning: String
    package var line: Int
  }

  /// The days a report is about when nobody names a window.
  package enum Span: Equatable, Sendable {
    /// The last so many days that end with one whose receipts have had time to come in.
    case days(Int)
    /// The last whole calendar month, or as many days where the ledger has none.
    case month
    /// The days on which the message of the parameter `message` was sent.
    case message
    /// The days on which pushes of the job of the parameter `job` were sent; the report is about these pushes alone.
    case campaign
  }

  /// In one line; empty when the template does not say.
  package var summary = ""
  package var span = Span.days(1)
  package var parameters: [Parameter] = []

  package init() {}

  package var parameterNames: [String] { parameters.map(\.name) }

  /// Reads the comment that a template begins with.
  ///
  /// - Returns: the header, and the number of lines it takes; none when the template begins otherwise.
  /// - Throws: `TemplateError`.
  package static func read(
    _ lines: [Substring], template: String
  ) throws -> (header: TemplateHeader, length: Int) {
    guard lines.first?.hasPrefix("<!--") == true,
      let last = lines.firstIndex(where: { $0.hasSuffix("-->") })
    else { return (TemplateHeader(), 0) }
    var reader = HeaderReader(template: template)
    for place in 0...last {
      var line = lines[place]
      if place == 0 { line = line.dropFirst(4) }
      if place == last { line = line.dropLast(3) }
      try reader.read(line, number: place + 1)
    }
    return (reader.header, last + 1)
  }
}

/// Takes the comment line by line.
private struct HeaderReader {
  let template: String
  var header = TemplateHeader()
  private var isSummary = true
  private var isInParameter = false

  init(template: String) { self.template = template }

  mutating func read(_ line: Substring, number: Int) throws {
    let text = line.trimmed
    if text.isEmpty {
      if !header.summary.isEmpty { isSummary = false }
      isInParameter = false
    } else if text.hasPrefix(":") {
      isSummary = false
      header.parameters.append(try parameter(text.dropFirst(), number))
      isInParameter = true
    } else if text.hasPrefix("days:") {
      isSummary = false
      isInParameter = false
      header.span = try span(text.dropFirst(5).trimmed, number)
    } else if isInParameter, line.hasPrefix(" ") {
      let place = header.parameters.count - 1
      header.parameters[place].meaning = Self.joined(header.parameters[place].meaning, text)
    } else if isSummary {
      header.summary = Self.joined(header.summary, text)
    }
  }

  private func span(_ text: String, _ number: Int) throws -> TemplateHeader.Span {
    switch text {
    case "month": return .month
    case "message": return .message
    case "campaign": return .campaign
    default:
      guard let days = Int(text), (1...366).contains(days) else {
        throw error("days is a number from 1 to 366, month, message or campaign", number)
      }
      return .days(days)
    }
  }

  private func parameter(_ text: Substring, _ number: Int) throws -> TemplateHeader.Parameter {
    let gap = text.firstRange(of: "  ")
    var name = (gap.map { text[..<$0.lowerBound] } ?? text).trimmed
    let isNeeded = name.hasSuffix(" (needed)")
    if isNeeded { name = name.dropLast(9).trimmed }
    guard !name.isEmpty, name.utf8.allSatisfy(Self.isInName) else {
      throw error("':\(name)' is not the name of a parameter: letters, digits and _, then two blanks", number)
    }
    guard !header.parameterNames.contains(name) else {
      throw error("parameter '\(name)' is declared twice", number)
    }
    return TemplateHeader.Parameter(
      name: name, isNeeded: isNeeded, meaning: gap.map { text[$0.upperBound...].trimmed } ?? "",
      line: number)
  }

  private func error(_ message: Phrase, _ number: Int) -> TemplateError {
    TemplateError(template: template, line: number, message: message)
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func joined(_ first: String, _ second: String) -> String {
    first.isEmpty ? second : "\(first) \(second)"
  }
}

extension StringProtocol {
  /// The text without blanks at its ends.
  var trimmed: String {
    let start = drop { $0 == " " || $0 == "\t" }
    guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return String(start[...last])
  }
}
