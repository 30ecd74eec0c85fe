import JSONWriting

/// Markdown of DingTalk's robots: headings, strong text, links and lists, no code and no tables.
///
/// No escape is documented, so marks that mean something are replaced by their wide twins, which read alike and mean
/// nothing: `*` becomes `＊`. Nobody is mentioned by a message whose `at` names nobody.
///
/// Source: DingTalk's "Message types and data formats" of custom robots; a message may have 20,000 bytes.
struct DingTalkMarkup: ChatMarkup {
  var strong: String { "**" }
  var lineLimit: Int { 4_000 }
  var messageLimit: Int { 16_000 }

  func words(_ words: String) -> String { words }

  func text(_ text: String) -> String { ChatText.widened(text) }

  func code(_ text: String) -> String { self.text(text) }
  func link(_ address: String) -> String { "[\(address)](\(address))" }
  func heading(_ line: String) -> String { "### \(line)" }

  func item(_ line: String, depth: Int) -> String { String(repeating: "  ", count: depth) + "- \(line)" }

  func size(_ text: String) -> Int { text.utf8.count + 1 }

  func payload(title: String, lines: [String]) -> JSONTree {
    let text = lines.enumerated().reduce(into: "") { text, entry in
      // A single line break ends an item of a list, but no paragraph.
      let isItem = Self.isItem(entry.element)
      let follows = entry.offset > 0
      text +=
        (follows ? (isItem && Self.isItem(lines[entry.offset - 1]) ? "\n" : "\n\n") : "") + entry.element
    }
    return .object([
      ("msgtype", .text("markdown")),
      ("markdown", .object([("title", .text(self.text(title))), ("text", .text(text))])),
      ("at", .object([("isAtAll", .bool(false))])),
    ])
  }

  private static func isItem(_ line: String) -> Bool { line.drop { $0 == " " }.hasPrefix("- ") }
}
