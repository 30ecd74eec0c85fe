import ReceiptModel
import Reporting
import Testing

@Suite struct TerminalFormatTests {
  @Test func `nothing from a log reaches the terminal but visible text`() {
    let table = ResultTable(
      columns: [ResultColumn("a\u{1B}[2J")], rows: HostileText.all.map { [.text($0)] })
    let text = TerminalFormat().text(of: table)
    #expect(text.utf8.filter { $0 == 0x0A }.count == table.rows.count + 2)
    for scalar in text.unicodeScalars where scalar != "\n" {
      let category = scalar.properties.generalCategory
      #expect(category != .control && category != .format)
      #expect(category != .lineSeparator && category != .paragraphSeparator)
    }
  }

  @Test func `controls are shown by their code`() {
    #expect(TerminalFormat.escaped("a\u{1B}[0m\r\n\u{9B}") == "a\\x1b[0m\\x0d\\x0a\\x9b")
    #expect(TerminalFormat.escaped("\u{202E}x\u{2028}") == "\\u{202e}x\\u{2028}")
  }

  @Test func `columns line up, wide characters too, and numbers stand on the right`() {
    let table = ResultTable(
      columns: [ResultColumn("brand"), ResultColumn("sent"), .share("ack_rate"), ResultColumn("note")],
      rows: [
        [.text("小米"), .integer(12), .real(0.5), .text("x")],
        [.text("e\u{301}t\u{E9}"), .null, .null, .null],
        [.null, .integer(-1200), .real(1), .real(0.1)],
      ])
    #expect(
      TerminalFormat().text(of: table) == """
        brand   sent  ack_rate  note
        -----  -----  --------  ----
        小米      12  0.500000  x
        e\u{301}t\u{E9}
               -1200  1.000000  0.1

        """)
  }
}
