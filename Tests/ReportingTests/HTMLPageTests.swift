import Prose
import ReceiptModel
import Testing

@testable import Reporting

struct HTMLPageTests {
  private func html(_ blocks: [Page.Block]) -> String { HTMLPage().text(of: Page(blocks)) }

  @Test func `a page begins with its charset and forbids everything but its own style`() throws {
    let text = html([.heading("Title", level: 1)])
    #expect(text.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">"))
    #expect(text.contains("content=\"default-src &#39;none&#39;; style-src &#39;sha256-"))
    for word in ["<script", "<img", "<link", "http://", "https://", " style=", "url(", "@import"] {
      #expect(!text.contains(word), "\(word)")
    }
  }

  @Test func `every element that opens closes`() throws {
    for input in [Sample.nothing, Sample.oneEvent, Sample.smallDay] {
      var tags = TagReader(HTMLPage().text(of: try Sample.page(input)))
      #expect(tags.unbalanced() == [])
    }
  }

  @Test(arguments: HostileText.all)
  func `a text from a log adds no tag and no attribute`(text: String) {
    func page(_ text: String) -> Page {
      let phrase: Phrase = "**\(text)** is `code` and \(code: text)"
      return Page([
        .heading(phrase, level: 2), .paragraph(phrase), .list([Page.Item(phrase, severity: .critical)]),
        .table(PageTable([.text(phrase), .number(phrase)], rows: [[phrase, phrase]])), .code(text),
        .chart(
          Chart(
            id: "a", title: phrase, summary: phrase,
            drawing: .bars([Chart.Bar(phrase, value: 1, figure: phrase)]))),
      ])
    }
    // Words of a command and names from right to left stand in elements of their own.
    let plain = TagReader(HTMLPage().text(of: page("x"))).tags
    let tags = TagReader(HTMLPage().text(of: page(text))).tags
      .filter { !["span", "/span", "bdi", "/bdi"].contains($0.prefix { $0 != " " }) }
    let names = { (tags: [String]) in Set(tags.map { $0.prefix { $0 != " " } }) }
    #expect(names(tags) == names(plain))
    for tag in tags { #expect(!tag.contains(" on") || !tag.contains("=\"alert")) }
  }

  @Test func `links that could run something are words`() {
    for target in [
      "javascript:alert(1)", "JavaScript:x", "data:text/html,x", "javascript:\u{301}x", " javascript:x",
    ] {
      #expect(!html([.paragraph(Phrase([Phrase.Part(key: "[words](\(target))")]))]).contains("<a"))
    }
    for target in ["https://example.org/a", "docs/check.md", "#funnel", "a?b=c:d"] {
      #expect(
        html([.paragraph(Phrase([Phrase.Part(key: "[words](\(target))")]))]).contains(
          "<a href=\"\(target)\">words</a>"))
    }
  }

  @Test func `headings have anchors from their English words, each once`() {
    let german = Language(tag: "de", translations: ["App versions": "App-Versionen"])
    let text = HTMLPage(language: german).text(
      of: Page([
        .heading("App versions", level: 2), .heading("App versions", level: 2), .heading("推送", level: 2),
      ]))
    #expect(text.contains("<h2 id=\"app-versions\">App-Versionen</h2>"))
    #expect(text.contains("<h2 id=\"app-versions-2\">App-Versionen</h2>"))
    #expect(text.contains("<h2 id=\"part\">推送</h2>"))
    #expect(text.contains("<html lang=\"de\">"))
  }

  @Test func `a severity is a word, and a colour besides`() {
    let text = html([
      .heading("T", level: 1), .paragraph("**1 critical.** Why."),
      .list([Page.Item("**critical** one", severity: .critical), Page.Item("**info** two", severity: .info)]),
    ])
    #expect(text.contains("<p class=\"lead critical\"><strong>1 critical.</strong>"))
    #expect(text.contains("<li class=\"finding critical\"><strong>critical</strong> one</li>"))
    #expect(text.contains("<li class=\"finding info\"><strong>info</strong> two</li>"))
  }

  @Test func `a table says what it is of, heads its rows, and scrolls by keyboard when it is wide`() {
    let columns: [PageTable.Column] = [.text("Day"), .number("Sends"), .number("Acks"), .text(.empty)]
    let table = PageTable(columns, rows: [["Monday", "12", "7", Phrase(.bar(0.5))]])
    let text = html([.heading("Trend", level: 2), .table(table)])
    #expect(text.contains("role=\"region\" aria-labelledby=\"table-1\" tabindex=\"0\""))
    #expect(text.contains("<caption id=\"table-1\">Trend: Day</caption>"))
    #expect(text.contains("<th scope=\"row\">Monday</th><td class=\"n\">12</td>"))
    #expect(text.contains("<th scope=\"col\" class=\"n\">Acks</th><td></td></tr>"))
    #expect(text.contains("aria-label=\"50 %\""))
  }

  @Test func `a name written from right to left does not turn what stands beside it`() {
    #expect(html([.paragraph("\("شركة") 12 of 15")]).contains("<p><bdi>شركة</bdi> 12 of 15</p>"))
    #expect(!html([.paragraph("\("公司") 12 of 15")]).contains("<bdi>"))
  }

  @Test func `a date and a percent sign stay whole at the end of a line`() {
    let text = html([.paragraph("since \("2026-09-21") at \(figure: "12.50 %") of 95 %")])
    #expect(text.contains("since <span class=\"date\">2026-09-21</span> at 12.50\u{A0}% of 95\u{A0}%"))
  }
}

/// The tags of a text, as a parser that knows nothing of ours sees them.
struct TagReader {
  private(set) var tags: [String] = []

  init(_ html: String) {
    // The style sheet and what stands between tags hold no `<`: there every one begins a tag.
    // By bytes: a `>` with an accent upon it is another Character, but still ends a tag.
    for piece in html.utf8.split(separator: UInt8(ascii: "<")).dropFirst(html.hasPrefix("<") ? 0 : 1) {
      tags.append(String(decoding: piece.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self))
    }
  }

  /// Tags that close nothing, and those that stay open.
  mutating func unbalanced() -> [String] {
    var open: [Substring] = []
    var wrong: [String] = []
    for tag in tags
    where !tag.hasPrefix("!") && !tag.hasSuffix("/") && !["meta", "wbr"].contains(tag.prefix { $0 != " " }) {
      let name = tag.prefix { $0 != " " }
      if !name.hasPrefix("/") {
        open.append(name)
      } else if open.popLast() != name.dropFirst() {
        wrong.append(tag)
      }
    }
    return wrong + open.map(String.init)
  }
}
