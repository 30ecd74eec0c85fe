import Prose
import Testing

@testable import CommandLineKit

@Suite struct ManualPageTests {
  private let page = ManualPage(program: sampleProgram).text

  @Test func `the manual has the sections of a manual, in order`() {
    let headings = page.split(separator: "\n").filter { $0.hasPrefix(".SH ") }.map { $0.dropFirst(4) }
    #expect(
      headings == [
        "\"NAME\"", "\"SYNOPSIS\"", "\"DESCRIPTION\"", "\"COMMANDS\"", "\"COMMON OPTIONS\"",
        "\"EXIT STATUS\"", "\"FILES\"", "\"ENVIRONMENT\"", "\"EXAMPLES\"", "\"NOTES\"", "\"SEE ALSO\"",
      ])
  }

  @Test func `every option stands in it, a common one once`() {
    for row in sampleProgram.commands.flatMap(\.rows) {
      for name in row.names { #expect(page.contains("\\fB\(Roff.escape(name))\\fR"), "\(name)") }
    }
    #expect(page.split(separator: "\\fB\\-\\-db\\fR", omittingEmptySubsequences: false).count == 2)
  }

  @Test func `help --man shows it`() throws {
    guard case .show(let text) = try sampleProgram.request(["help", "--man"]) else {
      Issue.record("nothing shown")
      return
    }
    #expect(text == page)
  }

  private func manual(_ words: String...) throws -> String {
    guard case .show(let text) = try sampleProgram.request(["help"] + words) else { return "" }
    return text
  }

  @Test func `a further page has a title, its blocks, and the other pages at its end`() throws {
    #expect(
      try manual("--man", "sample.conf") == """
        .TH "SAMPLE.CONF" "5" "" "sample 1.2" "File Formats"
        .nh
        .ad l
        .SH "NAME"
        sample.conf \\- settings of sample
        .SH "SETTINGS"
        .SS "Times"
        Two.
        .TP
        \\fB\\-\\-zone\\fR
        a \\fBname\\fR
        .SH "SEE ALSO"
        \\fBsample\\fR(1),
        \\fBsample\\-sql\\fR(7)

        """)
  }

  @Test func `pages are found by name, with the program's own first`() throws {
    #expect(try manual("--man", "sample") == page)
    #expect(try manual("--man", "sample-sql").contains(".SH \"VIEWS\"\nNone.\n"))
    #expect(page.hasSuffix("\\fBsample.conf\\fR(5),\n\\fBsample\\-sql\\fR(7)\n"))
  }

  @Test(arguments: [
    (["--man", "sample-sq"], "did you mean 'sample-sql'?"),
    (["--man", "x"], "there are sample, sample.conf, sample-sql"),
    (["sample-sql"], "write help --man sample-sql"),
    (["--man", "sample", "sample-sql"], "write help --man sample"),
  ])
  func `a page that is not there is refused with what to write`(words: [String], advice: String) {
    let error = #expect(throws: Failure.self) { try sampleProgram.request(["help"] + words) }
    #expect(error?.advice?.told() == advice)
  }

  @Test(arguments: [
    (".so /etc/passwd", "\\&.so /etc/passwd"), ("'br", "\\(aqbr"), ("a\\fBb", "a\\efBb"),
    ("--db", "\\-\\-db"),
    ("a\nb", "a b"), ("…", "\\[u2026]"), ("日", "\\[u65E5]"), ("\"x\"", "\\(dqx\\(dq"),
    ("a~`^", "a\\(ti\\(ga\\(ha"),
    ("bell\u{7}", "bell"),
  ])
  func `text in it is never a command or an escape`(text: String, escaped: String) {
    #expect(Roff.escape(text) == escaped)
  }

  @Test func `a line break does not make a command of a dot`() {
    var roff = Roff()
    roff.item([.plain("x")], String(repeating: "word ", count: 16) + "./file and .TH too")
    for line in roff.text.split(separator: "\n").dropFirst() { #expect(!line.hasPrefix("."), "\(line)") }
    #expect(roff.text.contains("\n\\&./file and .TH too\n"))
  }

  @Test func `what backticks enclose is bold, and a single one stays`() {
    var roff = Roff()
    roff.paragraphs("see `a-b` there\n\na ` alone")
    #expect(roff.text == ".PP\nsee \\fBa\\-b\\fR there\n.PP\na \\(ga alone\n")
  }
}
