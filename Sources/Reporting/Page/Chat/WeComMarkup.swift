import JSONWriting

/// `markdown_v2` of WeCom's robots, which mentions nobody.
///
/// No escape is documented, so text that could mean something stands between backticks, without what could end that.
///
/// Source: WeCom's "Group robot configuration"; a message may have 4,096 bytes of UTF-8.
struct WeComMarkup: ChatMarkup {
  var strong: String { "**" }
  var lineLimit: Int { 2_000 }
  var messageLimit: Int { 4_096 }

  func words(_ words: String) -> String { words }

  func text(_ text: String) -> String {
    let line = ChatText.oneLine(text)
    return ChatText.isHarmless(line) ? line : code(line)
  }

  func code(_ text: String) -> String {
    // Older clients read tags everywhere.
    let line = ChatText.oneLine(text).unicodeScalars.reduce(into: "") { line, scalar in
      line.unicodeScalars.append(scalar == "<" ? "\u{2039}" : scalar == ">" ? "\u{203A}" : scalar)
    }
    return ChatText.inCode(line)
  }

  func link(_ address: String) -> String { "[\(address)](\(address))" }
  func heading(_ line: String) -> String { "# \(line)" }

  func item(_ line: String, depth: Int) -> String { String(repeating: "  ", count: depth) + "- \(line)" }

  func size(_ text: String) -> Int { text.utf8.count }

  func payload(title: String, lines: [String]) -> JSONTree {
    .object([
      ("msgtype", .text("markdown_v2")),
      ("markdown_v2", .object([("content", .text(lines.joined(separator: "\n")))])),
    ])
  }
}
