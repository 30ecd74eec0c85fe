import ReceiptModel
import Reporting
import Testing

@Suite struct RunIndexTests {
  private func markdown(_ entries: [RunIndex.Entry], current: String? = nil) -> String {
    MarkdownPage().text(of: RunIndex(entries: entries, folder: "generations", current: current).page)
  }

  private func lines(_ entries: [RunIndex.Entry], current: String? = nil) -> [String] {
    markdown(entries, current: current).split(separator: "\n").map(String.init)
  }

  @Test func `a run has its verdict, its rates with what they are of, and its pages`() throws {
    let entry = RunIndex.Entry(
      name: "20260921T220500Z", asOf: "2026-09-21T22:05:00.000+00:00", state: "critical", critical: 2,
      warnings: 1, rates: [.init(name: "ack_rate", rate: Rate(1, of: 3))],
      files: ["daily.csv", "daily.md", "check.md"])
    let row = try #require(lines([entry], current: entry.name).first { $0.contains("critical") })
    let cells = row.split(separator: "|").map { $0.drop { $0 == " " } }
    #expect(cells[0].hasPrefix("**2026-09-21T22:05:00.000+00:00**: [daily.md]("))
    #expect(cells[1] == "**critical**: 2 critical, 1 warnings ")
    // What was not measured is not 0.
    #expect(cells[2].hasPrefix("n/a ") && cells[3].hasPrefix("33.33 % of 3 "))
    #expect(row.contains("[daily.md](generations/20260921T220500Z/daily.md), [check.md]("))
    #expect(!row.contains("daily.csv") && row.contains("[all](generations/20260921T220500Z/)"))
  }

  @Test func `the index leads with the newest day, its files and the trend`() {
    let entry = RunIndex.Entry(
      name: "20260921T220500Z", asOf: "2026-09-21T22:05:00.000+00:00",
      files: ["daily.csv", "daily.md", "daily-rates.svg"])
    let page = RunIndex(
      entries: [entry], folder: "generations", current: entry.name, newest: Sample.smallDay
    ).page
    let text = MarkdownPage().text(of: page)
    #expect(text.hasPrefix("# Push delivery, 2026-09-21 "))
    let order = [
      "**2 critical.**", "Reports: [daily.md](generations/20260921T220500Z/daily.md)", "Data: [daily.csv](",
      "| Attempted ", "- **critical** `", "## Runs", "**: [daily.md](",
    ].map { text.firstRange(of: $0)?.lowerBound ?? text.endIndex }
    #expect(order == order.sorted() && order.last != text.endIndex)
    #expect(!text.contains("daily-rates.svg"))
    let charts = page.blocks.count { if case .chart = $0 { true } else { false } }
    #expect(charts == 1)
  }

  @Test func `a run without a manifest that can be read is named and not judged`() {
    let row = lines([RunIndex.Entry(name: "20260921T220500Z")]).first { $0.contains("20260921T220500Z") }
    #expect(row?.contains("no readable manifest") == true && row?.contains("manifest.json") == false)
  }

  @Test func `no text of a manifest becomes markup or leads elsewhere`() throws {
    let entries = HostileText.all.map { text in
      RunIndex.Entry(name: "20260921T220500Z", asOf: text, state: text, files: ["\(text).md"])
    }
    let page = markdown(entries)
    let arguments = ["-e", "table", "-e", "autolink", "-e", "strikethrough", "--to", "xml"]
    let answer = try Program.run("/usr/bin/cmark-gfm", arguments, input: Array(page.utf8))
    guard let xml = answer.map({ String(decoding: $0, as: UTF8.self) }) else { return }
    for node in ["<image", "<html_inline", "<html_block", "<strikethrough", "<code_block"] {
      #expect(!xml.contains(node), "\(node)")
    }
    #expect(xml.matches(of: /<table_row/).count == entries.count)
    // As of with files, verdict, four rates: a cell more would be a `|` that got through.
    #expect(xml.matches(of: /<table_cell/).count == 6 * (entries.count + 1))
    let targets = xml.matches(of: /<link destination="([^"]*)"/).map(\.1)
    #expect(targets.count == 3 * entries.count)
    for target in targets { #expect(target.hasPrefix("generations/20260921T220500Z/"), "\(target)") }
  }
}
