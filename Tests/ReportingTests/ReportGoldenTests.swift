import Assets
import Diagnosis
import Foundation
import Prose
import ReceiptModel
import Reporting
import TestSupport
import Testing

struct ReportGoldenTests {
  /// What a rendered report must be, byte for byte; `RECORD=1` writes it anew.
  private func check(_ text: String, against name: String, ending: String = "md") throws {
    let file = Sample.root.appending(path: "Tests/Golden/report/\(name).\(ending)")
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try Data(text.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test func `a ledger without data still gives a report that says so`() throws {
    let text = try Sample.render(Sample.nothing)
    #expect(text.contains("**No data.**"))
    #expect(!text.contains(" 0.00 %"))
    try check(text, against: "no-data")
  }

  @Test func `one event is not enough to call a day good or bad`() throws {
    let text = try Sample.render(Sample.oneEvent)
    #expect(text.contains("**Not enough data.**"))
    try check(text, against: "one-event")
  }

  @Test func `a small day with every kind of finding`() throws {
    try check(try Sample.render(Sample.smallDay), against: "small-day")
  }

  @Test func `the same small day as a page and as pictures`() throws {
    let files = PageFiles().files(of: try Sample.page(Sample.smallDay), stem: "small-day", as: .markdown)
    let rates = try #require(files.first { $0.name == "small-day-rates.svg" })
    try check(String(decoding: rates.bytes, as: UTF8.self), against: "small-day-rates", ending: "svg")
    try check(HTMLPage().text(of: try Sample.page(Sample.smallDay)), against: "small-day", ending: "html")
  }

  @Test func `the small day in Chinese`() throws {
    let text = try Sample.render(Sample.smallDay, in: LanguageCatalogue.language(.simplifiedChinese))
    // A table is aligned as a terminal shows it, whose columns a Chinese character takes two of.
    for table in text.split(separator: "\n\n").map({ $0.split(separator: "\n") }) {
      let cells = table.flatMap { $0.split(separator: " | ") }
      // Beyond 48 columns a cell is not aligned.
      guard table[0].hasPrefix("| "), cells.allSatisfy({ $0.displayWidth < 48 }) else { continue }
      #expect(Set(table.map(\.displayWidth)).count == 1, "\(table[0])")
    }
    try check(text, against: "small-day.zh-Hans")
  }

  @Test func `a million sends have their thousands apart`() throws {
    var input = Sample.smallDay
    input.evidence.cells = [
      Sample.cell(
        day: 14, "333", ["apns"], Sample.apns(sent: 1_000_000, acked: 999_999, opened: 1))
    ]
    input.findings = []
    let text = try Sample.render(input)
    #expect(text.contains("**OK.** The delivery rate is 99.99 %: the device confirmed 999,999 of 1,000,000"))
  }

  @Test func `the order in which cells arrive does not matter`() throws {
    var random = SeededGenerator(seed: 11)
    let wanted = try Sample.render(Sample.smallDay)
    let wantedPage = HTMLPage().text(of: try Sample.page(Sample.smallDay))
    for _ in 0..<5 {
      var input = Sample.smallDay
      input.evidence.cells.shuffle(using: &random)
      input.evidence.hourCells.shuffle(using: &random)
      input.evidence.versions = CohortCells(input.evidence.versions.shuffled(using: &random))
      input.evidence.messages.cells = MessageCells(input.evidence.messages.cells.shuffled(using: &random))
      input.failures.shuffle(using: &random)
      input.evidence.flags.shuffle(using: &random)
      #expect(try Sample.render(input) == wanted)
      #expect(HTMLPage().text(of: try Sample.page(input)) == wantedPage)
    }
  }

  @Test func `the verdict tells how bad it is and whether the data carry it`() {
    #expect(Sample.nothing.verdict == ReportVerdict(critical: 0, warnings: 0, basis: .none))
    #expect(Sample.oneEvent.verdict.basis == .tooThin)
    #expect(Sample.smallDay.verdict == ReportVerdict(critical: 2, warnings: 0, basis: .enough))
  }

  @Test func `a change within chance is drawn flat, a change beyond it is not`() throws {
    var input = Sample.smallDay
    func trend(_ text: String) -> String? {
      text.split(separator: "\n").first { $0.hasPrefix("| Confirmed") }.map(String.init)
    }
    #expect(trend(try Sample.render(input))?.contains("| ▄▄▄▄·") == true)
    for cell in input.evidence.cells.indices where input.evidence.cells[cell].key.day == 14 {
      input.evidence.cells[cell].counts[.measurableConfirmed] = 300
    }
    #expect(trend(try Sample.render(input))?.contains("████▁") == true)
  }

  @Test func `README of the templates lists every name, and every block and chart is in a report`() throws {
    let names = DailyReport.names
    let readme = try Sample.template("README")
    for name in names.values + names.blocks + names.charts + names.conditions
      + names.arguments.map({ "$" + $0 })
    {
      #expect(readme.contains("| `\(name)` |"), "\(name)")
    }
    let templates = try Sample.names.map(Sample.template).joined()
    for block in names.blocks { #expect(templates.contains("{{block \(block)}}"), "\(block)") }
    for chart in names.charts { #expect(templates.contains("{{chart \(chart)}}"), "\(chart)") }
  }

  @Test(arguments: Sample.names, ["nothing", "one event", "a small day", "a million sends"])
  func `every report can be rendered, says what it has not, and begins with a verdict`(
    name: String, sample: String
  ) throws {
    var input = Sample.nothing
    if sample == "one event" { input = Sample.oneEvent }
    if sample == "a small day" { input = Sample.smallDay }
    if sample == "a million sends" { input = Sample.million }
    if name == "message" {
      input.parameters = ["message": .text("20180")]
      input.message = MessageSubject(
        id: "20180",
        explanations: sample == "nothing" ? [] : Sample.explanations(messageID: "20180", appKey: "333"))
    }
    let columns = [
      "path", "format", "lines", "rejected", "first_event_ms", "last_event_ms", "read_ms", "late_ms",
      "source", "space", "state", "why", "receipts", "confirming", "app_key", "sent", "opened", "influenced",
      "influenced_rate", "hours", "files", "merged", "duplicate", "events", "message_id", "confirmed_rate",
      "open_rate_sent",
      "open_rate_low", "open_rate_high",
    ]
    .map { ResultColumn($0) }
    let text = try Sample.render(input, template: try Sample.template(name), columns: columns)
    #expect(text.hasPrefix("# "))
    let verdict = text.split(separator: "\n\n")[1]
    #expect(verdict.hasPrefix("**"))
    if sample == "nothing" {
      #expect(verdict.hasPrefix("**No data"))
      #expect(!text.contains(" 0.00 %"))
    }
    #expect(!text.contains("\n\n\n"))
    #expect((sample == "a million sends") == text.contains(",000,000") || name == "message")
    #expect(text.contains("The same report again,"))
  }

  @Test func `an unripe day is marked`() throws {
    var input = Sample.smallDay
    input.scope.all.asOf = input.scope.headline.days[0].end
    let text = try Sample.render(input)
    #expect(text.contains("**Not ripe yet:**"))
    #expect(text.contains("Unripe days: 2026-09-21"))
  }
}
