import JSONWriting
import Prose
import Testing

@testable import Reporting

/// What an explanation says in Markdown and on a terminal, whatever stands in the log.
struct ExplainPageTests {
  private func page(_ text: String) -> ExplainPage {
    ExplainPage(
      title: "Message \(text)", language: .english,
      blocks: [.sentence("Device: \(text)."), .list(["with (\(text)) [1]"])])
  }

  /// Whether a mark stands in a line without a backslash before it.
  private func isObeyed(_ line: Substring) -> Bool {
    var rest = line.unicodeScalars
    while let scalar = rest.popFirst() {
      if scalar == "\\" {
        rest = rest.dropFirst()
      } else if "`*[]<>|~$!#".unicodeScalars.contains(scalar) {
        return true
      }
    }
    return false
  }

  @Test(arguments: HostileText.all) func `texts of the log render as themselves`(text: String) {
    for line in page(text).markdown.split(separator: "\n") {
      // What might become a link is code as a whole, which `MarkdownText` answers for.
      guard !line.hasPrefix("`"), !line.hasPrefix("- `"), !line.hasPrefix("# `") else { continue }
      let body = line.drop { $0 == "#" || $0 == "-" || $0 == " " }
      #expect(!isObeyed(body), "\(line)")
    }
  }

  @Test func `parentheses and full stops stay readable, brackets do not become links`() {
    #expect(page("[a](b) 1.").markdown.contains(#"Device: \[a\](b) 1.."#))
    #expect(page(#"\(x"#).markdown.contains(#"Device: \\(x."#))
  }

  @Test func `nothing that a terminal obeys is printed`() {
    for text in HostileText.all {
      #expect(!page(text).text.unicodeScalars.contains { $0.isControl && $0 != "\n" || $0.isInvisible })
    }
  }

  @Test func `JSON keeps members in order and empty lists closed`() {
    let tree = JSONTree.object([
      ("b", .list([])), ("a", .list([.integer(1), .share(0.5), .bool(true), .real(0.1)])), ("c", .object([])),
      ("d", .known("")), ("e", .text("<\"\n")),
    ])
    #expect(
      String(decoding: tree.bytes, as: UTF8.self) == """
        {
          "b": [],
          "a": [
            1,
            0.500000,
            true,
            0.1
          ],
          "c": {},
          "d": null,
          "e": "\\u003c\\"\\n"
        }

        """)
  }
}
