import Prose
import ReceiptModel
import Reporting
import Testing

struct ReportTemplateTests {
  private let context: TemplateContext

  init() {
    var context = TemplateContext(
      values: ["day": "Monday"], blocks: ["table": { [.paragraph("| a |")] }, "nothing": { [] }],
      conditions: ["yes": true, "no": false], arguments: ["app_key": .text("333"), "channel": nil],
      queries: TemplateQueries(shape: Self.shape, answer: Self.answer))
    context.missing = ["message-rates": "needs a message"]
    self.context = context
  }

  private static func shape(_ name: String, _ line: Int) throws -> QueryShape {
    guard ["rates", "empty", "units"].contains(name) else {
      throw TemplateError(template: "t.md", line: line, message: "no query is called '\(name)'")
    }
    return QueryShape(
      parameters: ["top", "note", "limit"],
      columns: ["name", "given", "n", "share", "wait", "at"].map { ResultColumn($0) })
  }

  private static func answer(_ name: String, _ given: [String: Cell], _ line: Int) throws -> ResultTable {
    if name == "units" {
      return ResultTable(
        columns: [
          ResultColumn("name", .identifier), ResultColumn("n", unit: "deliveries"), .share("share"),
          ResultColumn("wait", unit: "ms"), ResultColumn("at", unit: "ms UTC"),
        ],
        rows: [
          [.text("007"), .integer(12_345), .real(0.5), .integer(1_500), .integer(1_790_000_000_000)],
          [.text("b"), .null, .null, .null, .null],
        ])
    }
    let words = given.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return ResultTable(
      columns: [ResultColumn("name"), ResultColumn("given"), ResultColumn("n")],
      rows: name == "empty" ? [] : [[.text(name), .text(words.joined(separator: " ")), .integer(12)]])
  }

  private func render(_ text: String) throws -> String {
    MarkdownPage().text(of: try Template(name: "t.md", parsing: text).render(context).page)
  }

  private func blocks(_ text: String) throws -> [Page.Block] {
    try Template(name: "t.md", parsing: text).render(context).page.blocks
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

  @Test func `conditions nest, and else is what is left`() throws {
    #expect(
      try render("{{if yes}}\n1\n{{if no}}\n2\n{{else}}\n3\n{{end}}\n4\n{{else}}\n5\n{{end}}\n")
        == "1\n\n3\n\n4\n")
    #expect(try render("{{if not no}}\n1\n{{end}}\n{{if not yes}}\n2\n{{end}}\n") == "1\n")
  }

  @Test func `a condition can ask a query whether it has rows`() throws {
    #expect(try render("{{if query rates top=1}}\nsome\n{{else}}\nnone\n{{end}}") == "some\n")
    #expect(try render("{{if query empty}}\nsome\n{{else}}\nnone\n{{end}}") == "none\n")
    #expect(try render("{{if not query empty}}\nnone\n{{end}}") == "none\n")
  }

  @Test func `a query becomes a table, and is given numbers, texts and values of the report`() throws {
    let text = try render(
      "{{query rates top='10' note=\"two words\" :limit=$app_key columns=\"name, given\"}}")
    #expect(text.contains(#"| limit=text\("333"\) note=text\("two words"\) top=text\("10"\) |"#))
    #expect(try render("{{query rates top=10}}").contains("integer\\(10\\)"))
    // What was not given is no value, which every stored query takes as no limit.
    #expect(
      try render("{{query rates top=$channel columns=given}}").contains("| Given |\n| ----- |\n|       |"))
  }

  @Test func `columns are chosen, ordered and called`() throws {
    let text = try render("{{query rates columns=\"n as How many, name\" title=\"Two columns\"}}")
    #expect(text == "**Two columns**\n\n| How many | Name  |\n| -------: | ----- |\n|       12 | rates |\n")
  }

  @Test func `what is beyond the limit is counted, and no row is said`() throws {
    #expect(try render("{{query units limit=1 columns=name}}").hasSuffix("\n\nand 1 more row.\n"))
    #expect(try render("{{query empty}}") == "No data.\n")
    #expect(try render("{{query empty empty=\"All is well.\"}}") == "All is well.\n")
  }

  @Test func `numbers are written by their unit, and what was not measured is not 0`() throws {
    let text = try render("{{query units}}")
    #expect(text.contains("| `007` | 12,345 | 50.00 % | 1.5 s | 2026-09-21 14:13:20 |"))
    #expect(text.contains("| `b`   |    n/a |     n/a |   n/a |                 n/a |"))
  }

  @Test func `a chart is drawn of a query's answer, and each has a name of its own`() throws {
    let chart = "{{chart query rates label=name value=n title=\"How many\"}}\n"
    let blocks = try blocks(chart + chart)
    guard case .chart(let first) = blocks.first, case .chart(let second) = blocks.last,
      case .bars(let bars, _) = first.drawing
    else {
      Issue.record("no chart in \(blocks)")
      return
    }
    #expect(first.id == "query-rates")
    #expect(second.id == "query-rates-2")
    #expect(first.title.plain() == "How many")
    #expect(first.summary.plain() == "One bar: rates, 12.")
    #expect(bars == [Chart.Bar(.text("rates"), value: 12, figure: .figure("12"))])
    #expect(try self.blocks("{{chart query empty label=name value=n}}").isEmpty)
  }

  @Test func `a chart leaves out what was not measured`() throws {
    let blocks = try blocks("{{chart query units kind=columns label=name value=share}}")
    guard case .chart(let chart) = blocks.first, case .columns(let bars) = chart.drawing else {
      Issue.record("no chart in \(blocks)")
      return
    }
    #expect(bars.map(\.value) == [0.5])
    #expect(bars[0].figure == .figure("50.00 %"))
  }

  @Test func `a rendered report knows where each part comes from`() throws {
    let report = try Template(
      name: "t.md", parsing: "# a\n\nb\n\n{{block table}}\n\n{{query rates}}\n\nc"
    ).render(context)
    #expect(report.sections.map(\.source) == [.words, .block("table"), .query("rates"), .words])
    #expect(report.sections[2].answer?.rows.first?.last == .integer(12))
    #expect(report.sections[0].blocks.count == 2)
  }

  @Test(
    arguments: [
      ("a\n{{value nobody}}", 2, "unknown value 'nobody'; there are day"),
      ("{{block nobody}}", 1, "unknown block 'nobody'; there are nothing, table"),
      ("{{block message-rates}}", 1, "block 'message-rates' needs a message"),
      ("{{if nobody}}\n{{end}}", 1, "unknown condition 'nobody'; there are no, yes"),
      ("{{if no}}\n{{block nobody}}\n{{end}}", 2, "unknown block 'nobody'; there are nothing, table"),
      ("{{if yes}}\n{{else}}\n{{block no}}\n{{end}}", 3, "unknown block 'no'; there are nothing, table"),
      (
        "{{print x}}", 1,
        "unknown directive 'print'; directives are value, block, query, chart, if, else, end"
      ),
      (
        "a {{print x}}", 1,
        "unknown directive 'print'; directives are value, block, query, chart, if, else, end"
      ),
      ("{{}}", 1, "{{}} is empty"),
      ("a\n\nb {{block table}}", 3, "{{block table}} must stand on a line of its own"),
      ("{{value}}", 1, "{{value}} needs one name"),
      ("{{block a b}}", 1, "{{block}} needs one name"),
      ("{{query}}", 1, "{{query}} needs the name of a query"),
      ("{{query a b}}", 1, "'b' is not key=value"),
      ("{{query a =b}}", 1, "'=b' is not key=value"),
      ("{{query a b=1 b=2}}", 1, "'b' is given twice"),
      ("{{query a limit=1 limit=2}}", 1, "'limit' is given twice"),
      ("{{query a b=\"1}}", 1, "a quotation mark is not closed"),
      ("{{query a limit=0}}", 1, "limit= is a number above 0"),
      ("{{query a columns=}}", 1, "columns= is a list such as \"day, sent as Sends\""),
      ("\n{{query nobody}}", 2, "no query is called 'nobody'"),
      ("{{query rates tpo=1}}", 1, "unknown parameter of rates 'tpo'; there are limit, note, top"),
      ("{{query rates top=$day}}", 1, "unknown value '$day'; there are $app_key, $channel"),
      (
        "{{query rates columns=nmae}}", 1,
        "unknown column of rates 'nmae'; there are at, given, n, name, share, wait"
      ),
      ("{{if query nobody}}\n{{end}}", 1, "no query is called 'nobody'"),
      ("{{if no}}\n{{query nobody}}\n{{end}}", 2, "no query is called 'nobody'"),
      ("{{chart trend}}", 1, "unknown chart 'trend'; there is none"),
      (
        "{{chart query rates label=name}}", 1, "{{chart query}} needs label= and value=, the names of columns"
      ),
      (
        "{{chart query rates kind=pie label=name value=n}}", 1,
        "unknown kind of chart 'pie'; kinds are bars, columns, lines"
      ),
      ("{{chart query rates label=name value=n,share}}", 1, "only a chart of lines has several values"),
      (
        "{{chart query rates label=name value=n low=share}}", 1,
        "low= and high= belong together: both ends of an interval"
      ),
      (
        "{{chart query rates label=name value=m}}", 1,
        "unknown column of rates 'm'; there are at, given, n, name, share, wait"
      ),
      ("x {{value day", 1, "{{ without }}"),
      ("\n{{if yes}}\n", 2, "{{if}} has no {{end}}"),
      ("{{end}}", 1, "{{end}} without an {{if}}"),
      ("{{else}}", 1, "{{else}} without an {{if}}"),
      ("{{if yes}}\n{{else}}\n{{else}}\n{{end}}", 3, "a second {{else}} of one {{if}}"),
      ("<!-- days: 0 -->", 1, "days is a number from 1 to 366, month, message or campaign"),
      (
        "<!--\n:a b  x\n-->", 2,
        "':a b' is not the name of a parameter: letters, digits and _, then two blanks"
      ),
      ("<!--\n:a  x\n:a  y\n-->", 3, "parameter 'a' is declared twice"),
    ]) func `a mistake is named with its line`(text: String, line: Int, message: String) throws
  {
    let error = #expect(throws: TemplateError.self) { try render(text) }
    #expect(error?.description == "t.md:\(line): \(message)")
  }

  @Test func `an error carries the names that would do, for whoever looks for the one that was meant`() throws
  {
    let error = #expect(throws: TemplateError.self) { try render("{{block tabel}}") }
    #expect(error?.unknown == "tabel")
    #expect(error?.known == ["nothing", "table"])
  }

  @Test func `nothing is asked of a template that has a mistake further down`() throws {
    var context = context
    context.queries.answer = { _, _, _ in
      Issue.record("a query was asked")
      return ResultTable(columns: [])
    }
    let template = try Template(name: "t.md", parsing: "{{query rates}}\n{{block nobody}}")
    #expect(throws: TemplateError.self) { try template.render(context) }
  }

  @Test func `the comment at the top says what the report is about, and takes part in no output`() throws {
    let text =
      "<!--\nOne message:\nwhat became of it.\n\ndays: 7\n:message (needed)  the id,\n  as text\n:top  rows\n-->\nHello"
    let header = try Template.header(of: text, name: "t.md")
    #expect(header.summary == "One message: what became of it.")
    #expect(header.span == .days(7))
    #expect(header.parameters.map(\.name) == ["message", "top"])
    #expect(header.parameters.map(\.isNeeded) == [true, false])
    #expect(header.parameters.map(\.meaning) == ["the id, as text", "rows"])
    #expect(try render(text) == "Hello\n")
    #expect(try Template.header(of: "<!-- Short. -->\n# a", name: "t.md").summary == "Short.")
    #expect(try Template.header(of: "# a", name: "t.md") == TemplateHeader())
  }
}
