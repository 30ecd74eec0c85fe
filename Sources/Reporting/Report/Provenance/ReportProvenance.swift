import ReceiptModel

/// A rendered report's statement of how it was made: the command that renders it again, and digests of what it rests
/// on.
///
/// Two lines that every format shows as code, and that read the same in every language:
///
///     pushledger report daily --as-of 2026-09-22T12:00:00.000+00:00 --tz UTC
///     # pushledger 1.0.0; data 5f3c…; template 0a17…; settings 77e0…
package struct ReportProvenance: Equatable, Sendable {
  /// The words of the command after `pushledger report`.
  package var words: [String]
  package var toolVersion: String
  package var data: String
  package var template: String
  package var settings: String

  private static let command = "pushledger report "
  private static let note = "# pushledger "

  /// The lines that a report carries.
  ///
  /// - Parameter command: `pushledger report` and its words, ready for a shell.
  static func lines(_ input: ReportInput) -> String {
    let origin = input.origin
    return """
      \(input.command)
      \(note)\(input.toolVersion); data \(input.dataDigest); template \(origin.template); settings \(origin.settings)
      """
  }

  /// How many reports one after another carry such lines.
  package private(set) var reports: Int

  /// Finds the lines in a report; where there are several, the last count.
  ///
  /// - Returns: `nil` when there are none, and for a command that a shell would do more with than split it into words.
  package init?(in report: String) {
    let isHTML = report.drop { $0.isWhitespace }.first == "<"
    let lines = report.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map { isHTML ? Self.shown(in: $0) : String($0) }
    let places = lines.indices.filter { place in
      lines[place].hasPrefix(Self.command) && place + 1 < lines.count && lines[place + 1].hasPrefix(Self.note)
    }
    guard let place = places.last,
      let words = ShellText.words(in: String(lines[place].dropFirst(Self.command.count)))
    else { return nil }
    self.words = words
    reports = places.count
    let facts = lines[place + 1].dropFirst(Self.note.count).split(separator: "; ").map(String.init)
    guard facts.count == 4, let data = Self.digest("data", facts[1]),
      let template = Self.digest("template", facts[2]), let settings = Self.digest("settings", facts[3])
    else { return nil }
    (toolVersion, self.data, self.template, self.settings) = (facts[0], data, template, settings)
  }

  private static func digest(_ name: String, _ fact: String) -> String? {
    let words = fact.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, words[0] == name, words[1].utf8.count == 64,
      words[1].utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) })
    else { return nil }
    return String(words[1])
  }

  /// The text that a line of HTML shows: without tags, and with characters instead of their names.
  private static func shown(in line: Substring) -> String {
    var (text, isTag, name) = ("", false, String?.none)
    for character in line {
      switch character {
      case "<": isTag = true
      case ">" where isTag: isTag = false
      case _ where isTag: continue
      case "&": name = ""
      case ";" where name != nil:
        text += characters[name ?? ""] ?? "\u{FFFD}"
        name = nil
      case _ where name != nil: name?.append(character)
      default: text.append(character)
      }
    }
    return text
  }

  /// By the names that HTML has for them.
  private static let characters = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "#39": "'", "#x27": "'", "#34": "\"",
    "#96": "`",
    "#x60": "`",
  ]
}
