import Testing

@testable import Reporting

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

  @Test func `text is cut with an ellipsis, and no markup is left open by the cut`() {
    #expect(MarkdownText.escaped("abcdef", limit: 3) == "abc…")
    #expect(MarkdownText.escaped("abc", limit: 3) == "abc")
    #expect(MarkdownText.escaped("me@x.yz", limit: 4) == "`me@x`…")
  }

  @Test func `a code block's fence is longer than what is in it`() {
    #expect(CodeBlock(text: "a ``` b\u{1}c").text == "````\na ``` b c\n````")
  }
}
