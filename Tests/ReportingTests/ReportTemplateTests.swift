import Prose
import ReceiptModel
import Reporting
import Testing

struct ReportTemplateTests {
  private let context = TemplateContext(
    values: ["day": "Monday"], blocks: ["table": { [.paragraph("| a |")] }, "nothing": { [] }],
    charts: [
      "rates": { Chart(id: "rates", title: "Rates", summary: "flat", drawing: .bars([])) },
      "empty": { nil },
    ],
    conditions: ["yes": true, "no": false]
  ) { name, parameters in
    let words = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return ResultTable(
      columns: [ResultColumn("name"), ResultColumn("given"), ResultColumn("n")],
      rows: name == "empty" ? [] : [[.text(name), .text(words.joined(separator: " ")), .integer(12)]])
  }

  private func render(_ text: String) throws -> String {
    MarkdownPage().text(of: try Template(name: "t.md", parsing: text).render(context))
  }

  @Test func `a value stands inside a line, a block on its own`() throws {
    #expect(
      try render("On {{value day}}: {{ value day }}.\n\n{{block table}}\nend")
        == "On Monday: Monday.\n\n| a |\n\nend\n")
    #expect(try render("{{value day}}") == "Monday\n")
  }

  @Test func `lines may end with a carriage return`() throws {
    #expect(try render("a\r\n{{block table}}\r\nb\r\n") == "a\n\n| a |\n\nb\n")
  }

  @Test func `a block that says nothing leaves one blank line`() throws {
    #expect(try render("a\n\n{{block nothing}}\n\nb\n") == "a\n\nb\n")
  }

  @Test func `a chart stands on a line of its own, and one with nothing to draw leaves no trace`() throws {
    let page = try Template(name: "t.md", parsing: "a\n{{chart empty}}\n{{chart rates}}\nb").render(context)
    #expect(
      MarkdownPage(chartFiles: ["rates": "r.svg"]).text(of: page) == "a\n\n![Rates: flat](r.svg)\n\nb\n")
    #expect(MarkdownPage().text(of: page) == "a\n\nb\n")
  }

  @Test func `conditions nest`() throws {
    #expect(
      try render("{{if yes}}\n1\n{{if no}}\n2\n{{end}}\n3\n{{end}}\n{{if no}}\n4\n{{end}}\n") == "1\n\n3\n")
  }

  @Test func `a query becomes a table, with its parameters`() throws {
    let text = try render("{{query rates limit=10 note=\"two words\"}}")
    #expect(
      text == """
        | name  | given                   |   n |
        | ----- | ----------------------- | --: |
        | rates | limit=10 note=two words |  12 |

        """)
    #expect(try render("{{query empty}}") == "No data.\n")
  }

  @Test(
    arguments: [
      ("a\n{{value nobody}}", 2, "unknown value 'nobody'; known are day"),
      ("{{block nobody}}", 1, "unknown block 'nobody'; known are nothing, table"),
      ("{{chart nobody}}", 1, "unknown chart 'nobody'; known are empty, rates"),
      ("a {{chart rates}}", 1, "{{chart rates}} must stand on a line of its own"),
      ("{{chart}}", 1, "{{chart}} needs one name"),
      ("{{if nobody}}\n{{end}}", 1, "unknown condition 'nobody'; known are no, yes"),
      ("{{if no}}\n{{block nobody}}\n{{end}}", 2, "unknown block 'nobody'; known are nothing, table"),
      ("{{print x}}", 1, "unknown directive 'print'; known are value, block, chart, query, if and end"),
      ("a {{print x}}", 1, "unknown directive 'print'; known are value, block, chart, query, if and end"),
      ("{{}}", 1, "{{}} is empty"),
      ("a\n\nb {{block table}}", 3, "{{block table}} must stand on a line of its own"),
      ("{{value}}", 1, "{{value}} needs one name"),
      ("{{block a b}}", 1, "{{block}} needs one name"),
      ("{{query}}", 1, "{{query}} needs a name"),
      ("{{query a b}}", 1, "'b' is not key=value"),
      ("{{query a b=1 b=2}}", 1, "'b' is given twice"),
      ("{{query a b=\"1}}", 1, "a quotation mark is not closed"),
      ("x {{value day", 1, "{{ without }}"),
      ("\n{{if yes}}\n", 2, "{{if yes}} has no {{end}}"),
      ("{{end}}", 1, "{{end}} without an {{if}}"),
    ]) func `a mistake is named with its line`(text: String, line: Int, message: String) throws
  {
    #expect(throws: TemplateError(template: "t.md", line: line, message: message)) { try render(text) }
  }

  @Test func `an error reads like a compiler's`() {
    #expect(TemplateError(template: "t.md", line: 3, message: "no").description == "t.md:3: no")
  }
}
