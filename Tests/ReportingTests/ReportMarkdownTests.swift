import ReceiptModel
import Reporting
import Testing

struct ReportMarkdownTests {
  @Test func `columns are padded, numbers to the right, wide characters counted twice`() {
    let table = MarkdownTable(
      [.text("App"), .number("Sends")], rows: [["推送", "1,234"], ["a", "5"]])
    #expect(
      table.text == """
        | App  | Sends |
        | ---- | ----: |
        | 推送 | 1,234 |
        | a    |     5 |
        """)
  }

  @Test func `a very long cell does not widen the other rows`() {
    let long = String(repeating: "x", count: 300)
    let lines = MarkdownTable([.text("A")], rows: [[long], ["b"]]).text.split(separator: "\n")
    #expect(lines[3] == "| b   |")
    #expect(lines[2] == "| \(long) |")
  }

  @Test func `a query's numbers stand to the right and NULL is empty`() {
    let table = MarkdownTable(
      ResultTable(
        columns: [ResultColumn("n"), .share("rate"), ResultColumn("id", .identifier), ResultColumn("mixed")],
        rows: [[.integer(1), .real(0.25), .text("7"), .integer(1)], [.null, .null, .null, .text("x|y")]]))
    #expect(table.columns.map(\.isNumber) == [true, true, false, false])
    #expect(table.rows == [["1", "0.250000", "7", "1"], ["", "", "", "x\\|y"]])
  }

  @Test func `text is cut with an ellipsis`() {
    #expect(Markdown.escape("abcdef", limit: 3) == "abc…")
    #expect(Markdown.escape("abc", limit: 3) == "abc")
  }

  @Test(arguments: [
    "ext_ack", "2026-09-21T22:13:20.120+08:00", "3.2.1-beta", "plain words here", "+08:00", "-1",
  ])
  func `words that GFM cannot misread stay as they are`(text: String) {
    #expect(Markdown.escape(text) == text)
  }

  @Test(
    arguments: [
      ("www.a.b", "www\\.a\\.b"), ("_a_", "\\_a\\_"), ("1. x", "1\\. x"), ("a:b:c", "a\\:b\\:c"),
      ("- x", "\\- x"),
      ("a__b", "a\\_\\_b"), ("WWW.x", "WWW\\.x"), ("a*b", "a\\*b"), ("# x", "\\# x"),
    ]) func `all other marks get a backslash`(text: String, escaped: String)
  {
    #expect(Markdown.escape(text) == escaped)
  }

  @Test func `control characters become blanks and direction marks become visible`() {
    #expect(Markdown.escape("a\u{0}b\r\nc\u{85}d\u{2028}e") == "a b  c d e")
    #expect(Markdown.escape("\u{202E}x") == "(U+202E)x")
  }

  @Test func `a code block's fence is longer than what is in it`() {
    #expect(Markdown.codeBlock("a ``` b\nc") == "````\na ``` b c\n````")
  }
}
