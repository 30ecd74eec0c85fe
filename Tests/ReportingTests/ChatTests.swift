import Foundation
import Prose
import ReceiptModel
import Reporting
import Testing

/// Messages for chats, read by a parser of somebody else's.
struct ChatTests {
  private static let dialects: [ChatDialect] = [.slack, .dingTalk, .weCom]

  /// The messages of a page, as a chat's server would read them.
  private func messages(_ page: Page, _ dialect: ChatDialect) throws -> [[String: Any]] {
    let text = ChatWriter(dialect).text(of: page)
    #expect(text.hasSuffix("\n"))
    return try text.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  /// The text that a message shows, section by section.
  private func texts(_ message: [String: Any], _ dialect: ChatDialect) throws -> [String] {
    switch dialect {
    case .slack:
      let blocks = try #require(message["blocks"] as? [[String: Any]])
      #expect(blocks.count <= 50)
      return try blocks.map { block in
        let text = try #require(block["text"] as? [String: Any])
        #expect(block["type"] as? String == "section" && text["type"] as? String == "mrkdwn")
        #expect(text["verbatim"] as? Bool == true)
        return try #require(text["text"] as? String)
      }
    case .dingTalk:
      #expect(message["msgtype"] as? String == "markdown")
      #expect((message["at"] as? [String: Any])?["isAtAll"] as? Bool == false)
      let markdown = try #require(message["markdown"] as? [String: String])
      #expect(markdown["title"]?.isEmpty == false)
      return [try #require(markdown["text"])]
    case .weCom:
      #expect(message["msgtype"] as? String == "markdown_v2")
      return [try #require((message["markdown_v2"] as? [String: String])?["content"])]
    }
  }

  private func texts(_ page: Page, _ dialect: ChatDialect) throws -> [String] {
    try messages(page, dialect).flatMap { try texts($0, dialect) }
  }

  @Test(arguments: dialects) func `a check is told with what, since when, what next, and the rates`(
    dialect: ChatDialect
  ) throws {
    let texts = try texts(Page(chat: CheckSample.report()), dialect)
    try #require(texts.count == 1)
    for words in [
      "1 critical, 1 warning, 1 info", "since 2026-09-20 22:30:00", "1,234 deliveries",
      "Next step: check the extension target", "Delivery (confirmed): 80.00 % (160 of 200)",
    ] {
      #expect(texts[0].contains(words), "\(words)")
    }
  }

  @Test(arguments: dialects) func `a report is told with its title, verdict, findings and rates`(
    dialect: ChatDialect
  ) throws {
    let text = try texts(Page(chat: Sample.smallDay, title: "Push delivery"), dialect).joined()
    for words in ["Push delivery", "2 critical", "The delivery rate of the others is", "Opens of sent: "] {
      #expect(text.contains(words), "\(words)")
    }
    #expect(!text.contains("| "))
  }

  @Test(arguments: dialects) func `a report without data says so`(dialect: ChatDialect) throws {
    #expect(try texts(Page(chat: Sample.nothing, title: nil), dialect).joined().contains("No data"))
  }

  @Test(arguments: dialects) func `a report of a run says where its pages are`(dialect: ChatDialect) throws {
    func last(_ index: IndexPlace) throws -> String? {
      var input = Sample.smallDay
      input.index = index
      return try texts(Page(chat: input, title: nil), dialect).joined().split(separator: "\n").last.map(
        String.init)
    }
    let address = "https://push.example/out/index.html"
    let link = dialect == .slack ? "<\(address)>" : "[\(address)](\(address))"
    #expect(try last(IndexPlace(in: "out", at: "https://push.example/out")) == "Newest page: \(link)")
    #expect(try last(IndexPlace(in: "out", at: "https://push.example/out/")) == "Newest page: \(link)")
    let path = dialect == .dingTalk ? "out/index．html" : "`out/index.html`"
    #expect(try last(IndexPlace(in: "out", at: nil)) == "Newest page: \(path)")
  }

  /// What is not code; code is shown as it stands, and text from a log cannot end it.
  private func outside(_ text: String) -> String {
    // By scalars: a backtick with an accent upon it is another Character.
    let spans = text.unicodeScalars.split(separator: "`", omittingEmptySubsequences: false)
    return stride(from: 0, to: spans.count, by: 2).map { String(spans[$0]) }.joined()
  }

  /// Whether a dialect could do something with a text beyond showing it.
  private func isActive(_ text: String, _ dialect: ChatDialect) -> Bool {
    let outside = outside(text)
    let isAddress = outside.contains("://") || outside.contains("www.") || outside.contains("@")
    switch dialect {
    case .slack:
      return isAddress || text.unicodeScalars.count { $0 == "`" } % 2 != 0 || text.contains("<")
        || text.contains(">")
        || outside.contains { "_~#".contains($0) } || !text.matches(of: /&(?!amp;|lt;|gt;)/).isEmpty
    case .dingTalk: return isAddress || text.contains { "_`~[]<>!|\\&$".contains($0) }
    case .weCom:
      return isAddress || text.unicodeScalars.count { $0 == "`" } % 2 != 0 || text.contains("<")
        || text.contains(">")
        || outside.contains { "_~[]!|\\&$".contains($0) }
    }
  }

  @Test(arguments: dialects) func `text from a log mentions nobody, links nowhere and formats nothing`(
    dialect: ChatDialect
  ) throws {
    let mentions = [
      "<!channel>", "<!here|x>", "<@U012AB3CD>", "<#C012AB3CD>", "<!subteam^S1>", "@all", "@13800000000",
      "<@userid>", "<font color=\"warning\">x</font>", "<https://a.example|click>", ":warning:",
      "&lt;!here&gt;",
    ]
    for hostile in HostileText.all + mentions {
      let page = Page(chat: CheckSample.report([CheckSample.hostile(hostile)]))
      for text in try texts(page, dialect) {
        #expect(!isActive(text, dialect), "\(hostile.debugDescription) in \(text)")
        let lines = text.split(separator: "\n").count
        // A line break from a log would be one more.
        #expect(lines == 9, "\(hostile.debugDescription)")
        // Strong are the summary, the severity and a title of Slack's.
        let strong = dialect == .slack ? "*" : "**"
        #expect(outside(text).components(separatedBy: strong).count - 1 == (dialect == .slack ? 6 : 4))
      }
    }
  }

  @Test(arguments: dialects, ["漢", "&", "😀", "a", "`*_"])
  func `messages keep within what the chat takes, however long the text`(
    dialect: ChatDialect, piece: String
  ) throws {
    let long = String(repeating: piece, count: 3_000)
    let findings = (0..<40).map { number in
      Finding(
        .extensionSilent, .critical, appKey: "\(number)\(long)",
        scope: .of(.appVersion, long).and(.message, long),
        cause: .text(long), rivals: [Rival(.text(long))], nextStep: .text(long), rows: nil)
    }
    let page = Page(chat: CheckSample.report(findings))
    for message in try messages(page, dialect) {
      let texts = try texts(message, dialect)
      switch dialect {
      case .slack:
        for text in texts { #expect((1...3_000).contains(text.utf16.count)) }
        #expect(texts.reduce(0) { $0 + $1.utf16.count } <= 13_200)
      case .dingTalk: #expect(texts[0].utf8.count <= 20_000)
      case .weCom: #expect(texts[0].utf8.count <= 4_096)
      }
    }
    let all = try texts(page, dialect).joined(separator: "\n")
    #expect(all.contains("and 30 more findings"))
    #expect(!all.contains("\u{FFFD}"))
  }

  @Test func `a long page for WeCom becomes several messages and loses no line`() throws {
    let lines = (0..<300).map { "line \($0) of a page that is longer than a message" }
    let page = Page([.heading("Title", level: 1)] + lines.map { .paragraph(.text($0)) })
    let texts = try texts(page, .weCom)
    #expect(texts.count > 3)
    #expect(texts.flatMap { $0.split(separator: "\n") }.map(String.init) == ["# Title"] + lines)
  }

  @Test func `a table becomes a list`() throws {
    let page = Page([
      .heading("Rates", level: 1),
      .table(PageTable([.text("Rate"), .number("Of")], rows: [["Opens", "12"], ["Acks", "13"]])),
    ])
    #expect(try texts(page, .dingTalk) == ["### Rates\n\n- Opens: Of 12\n- Acks: Of 13"])
  }
}
