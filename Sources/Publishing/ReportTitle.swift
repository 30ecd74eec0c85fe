import Assets
import Prose

/// The first line of a report that a template of the program makes: words, with values between them.
struct ReportTitle {
  /// As translators have it: `Push delivery, {1} ({2})`.
  private let key: String

  /// - Returns: `nil` for a template without a title.
  init?(_ template: ReportTemplate) {
    let lines = template.text.split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix("# ") }) else { return nil }
    var key = ""
    var values = 0
    for part in line.dropFirst(2).split(separator: "{") {
      guard let end = part.firstRange(of: "}}") else {
        key += part
        continue
      }
      values += 1
      key += "{\(values)}\(part[end.upperBound...])"
    }
    self.key = key
  }

  /// Whether a line is this title in a language, whatever the values.
  func isTitle(_ line: Substring, in language: Language) -> Bool {
    guard line.hasPrefix("# ") else { return false }
    // The texts before the first value, between two, and behind the last.
    var parts = language.words(key).split(separator: "{", omittingEmptySubsequences: false)
    for index in parts.indices.dropFirst() { parts[index] = parts[index].drop { $0 != "}" }.dropFirst() }
    guard let first = parts.first, let last = parts.last, parts.count > 1 else { return false }
    var rest = line.dropFirst(2)
    guard rest.hasPrefix(first), rest.hasSuffix(last) else { return false }
    rest = rest.dropFirst(first.count)
    for part in parts.dropFirst() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}
