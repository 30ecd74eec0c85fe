import JSONWriting

/// Slack's `mrkdwn` in sections of a message.
///
/// `&`, `<` and `>` are what mentions and links are made of and have names; nothing takes the meaning from `*`, `_`,
/// `~`, `:` and the like, so text that has any stands between backticks. `verbatim` keeps addresses and channel names
/// from becoming links.
///
/// Source: Slack's "Formatting text for app surfaces", and of a section block the limit of 3,000 characters and of a
/// message that of 50 blocks.
struct SlackMarkup: ChatMarkup {
  var strong: String { "*" }
  var lineLimit: Int { Self.sectionLimit }
  /// Four full sections, which Slack takes without cutting.
  var messageLimit: Int { 4 * Self.sectionLimit }
  private static let sectionLimit = 2_990

  func words(_ words: String) -> String { Self.escaped(words) }

  func text(_ text: String) -> String {
    let line = ChatText.oneLine(text)
    return ChatText.isHarmless(line) ? line : code(line)
  }

  func code(_ text: String) -> String { Self.escaped(ChatText.inCode(ChatText.oneLine(text))) }

  func link(_ address: String) -> String { "<\(Self.escaped(address))>" }

  func heading(_ line: String) -> String {
    // Strong text within strong text would end it.
    "*\(line.unicodeScalars.reduce(into: "") { if $1 != "*" { $0.unicodeScalars.append($1) } })*"
  }

  func item(_ line: String, depth: Int) -> String {
    depth == 0 ? "• \(line)" : String(repeating: "    ", count: depth) + "◦ \(line)"
  }

  func size(_ text: String) -> Int { text.utf16.count }

  func payload(title: String, lines: [String]) -> JSONTree {
    // Notifications show the text; Slack reads it as mrkdwn, too.
    let sections = ChatWriter.parts(lines, limit: Self.sectionLimit, size: size).map { part in
      let text: [(String, JSONTree)] = [
        ("type", .text("mrkdwn")), ("verbatim", .bool(true)), ("text", .text(part.joined(separator: "\n"))),
      ]
      return JSONTree.object([("type", .text("section")), ("text", .object(text))])
    }
    return .object([
      ("text", .text(ChatText.widened(title))), ("unfurl_links", .bool(false)),
      ("unfurl_media", .bool(false)),
      ("blocks", .list(sections)),
    ])
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
