import Foundation
import ReceiptModel
import Reporting
import Testing

/// What a reader sees of a table cell: the cells of rendered HTML without tags and entities.
private func cells(ofHTML html: String) -> [String] {
  html.split(separator: "<td>").dropFirst().map { piece in
    var text = piece.components(separatedBy: "</td>")[0]
    for tag in ["<code>", "</code>"] {
      text = text.replacingOccurrences(of: tag, with: "", options: .literal)
    }
    for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")] {
      text = text.replacingOccurrences(of: entity, with: character, options: .literal)
    }
    return text
  }
}

@Suite struct MarkdownFormatTests {
  let hostile = ResultTable(
    columns: [ResultColumn("text"), ResultColumn("id", .identifier), ResultColumn("n", .integer)],
    rows: HostileText.all.map { [.text($0), .text($0), .integer(-1)] })

  private func render(_ table: ResultTable, as form: String) throws -> String? {
    let arguments = [
      "-t", form, "--unsafe", "-e", "table", "-e", "autolink", "-e", "strikethrough", "-e", "tasklist",
    ]
    let answer = try Program.run(
      "/usr/bin/cmark-gfm", arguments, input: Array(MarkdownFormat().text(of: table).utf8))
    return answer.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `one line is one row, whatever the text`() {
    let lines = MarkdownFormat().text(of: hostile).utf8.split(
      separator: 0x0A, omittingEmptySubsequences: false)
    #expect(lines.count == hostile.rows.count + 3)
    #expect(lines.last?.isEmpty == true)
  }

  @Test func `a parser finds only tables of three columns, text and code`() throws {
    guard let xml = try render(hostile, as: "xml") else { return }
    for node in [
      "link", "image", "html_inline", "html_block", "emph", "strong", "strikethrough", "heading", "list",
    ] {
      #expect(!xml.contains("<\(node)"), "\(node)")
    }
    #expect(xml.components(separatedBy: "<table_row").count - 1 == hostile.rows.count)
    #expect(xml.components(separatedBy: "<table_cell").count - 1 == (hostile.rows.count + 1) * 3)
  }

  @Test func `a reader sees the text itself`() throws {
    guard let html = try render(hostile, as: "html") else { return }
    let seen = cells(ofHTML: html.replacing("<td align=\"right\">", with: "<td>"))
    #expect(seen.count == hostile.rows.count * 3)
    for (index, text) in HostileText.all.enumerated() where seen.count == hostile.rows.count * 3 {
      let shown = text.unicodeScalars.map { scalar -> String in
        switch scalar.properties.generalCategory {
        case .control: " "
        case .format, .lineSeparator, .paragraphSeparator:
          "U+" + String(repeating: "0", count: scalar.value < 0x1000 ? (scalar.value < 0x100 ? 2 : 1) : 0)
            + String(scalar.value, radix: 16, uppercase: true)
        default: String(scalar)
        }
      }.joined()
      let expected = shown.trimmingCharacters(in: .whitespaces)
      #expect(seen[index * 3].trimmingCharacters(in: .whitespaces) == expected)
      #expect(seen[index * 3 + 1].trimmingCharacters(in: .whitespaces) == expected)
      #expect(seen[index * 3 + 2] == "-1")
    }
  }

  @Test func `the source is readable too`() {
    let table = ResultTable(
      columns: [
        ResultColumn("day"), ResultColumn("brand"), ResultColumn("sent", .integer), .share("ack_rate"),
        ResultColumn("message_id", .identifier),
      ],
      rows: [
        [.text("2026-07-01"), .text("小米"), .integer(1200), .real(0.975), .text("12345678901234567")],
        [.text("2026-07-02"), .null, .integer(7), .null, .text("a|b")],
      ])
    #expect(
      MarkdownFormat().text(of: table) == #"""
        | day        | brand | sent | ack_rate | message_id          |
        | ---------- | ----- | ---: | -------: | ------------------- |
        | 2026-07-01 | 小米  | 1200 | 0.975000 | `12345678901234567` |
        | 2026-07-02 |       |    7 |          | `a`\|`b`            |

        """#)
  }
}
