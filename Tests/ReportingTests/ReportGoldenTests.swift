import Assets
import Foundation
import Prose
import ReceiptModel
import Reporting
import TestSupport
import Testing

struct ReportGoldenTests {
  /// What a rendered report must be, byte for byte; `RECORD=1` writes it anew.
  private func check(_ text: String, against name: String) throws {
    let file = Sample.root.appending(path: "Tests/Golden/report/\(name).md")
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
    input.cells = [
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
    for _ in 0..<5 {
      var input = Sample.smallDay
      input.cells.shuffle(using: &random)
      input.versions.shuffle(using: &random)
      input.messages.shuffle(using: &random)
      input.failures.shuffle(using: &random)
      input.flags.shuffle(using: &random)
      #expect(try Sample.render(input) == wanted)
    }
  }

  @Test func `the verdict tells how bad it is and whether the data carry it`() {
    #expect(Sample.nothing.verdict == ReportVerdict(critical: 0, warnings: 0, basis: .none))
    #expect(Sample.oneEvent.verdict.basis == .tooThin)
    #expect(Sample.smallDay.verdict == ReportVerdict(critical: 2, warnings: 0, basis: .enough))
  }

  @Test func `a change within chance is drawn flat, a change beyond it is not`() throws {
    var input = Sample.smallDay
    #expect(try Sample.render(input).contains("| Delivery (confirmed) | ▄▄▄▄·"))
    for cell in input.cells.indices where input.cells[cell].key.day == 14 {
      input.cells[cell].counts[.measurableConfirmed] = 300
    }
    #expect(try Sample.render(input).contains("████▁"))
  }

  @Test func `README of the templates lists every name, and the daily report uses every block`() throws {
    let names = DailyReport.names
    let readme = try String(contentsOf: Sample.root.appending(path: "reports/README.md"), encoding: .utf8)
    for name in names.values + names.blocks + names.conditions {
      #expect(readme.contains("| `\(name)` |"), "\(name)")
    }
    for block in names.blocks { #expect(try Sample.template.contains("{{block \(block)}}")) }
  }

  @Test func `an unripe day is marked`() throws {
    var input = Sample.smallDay
    input.scope.all.asOf = input.scope.headline.days[0].end
    let text = try Sample.render(input)
    #expect(text.contains("**Not ripe yet:**"))
    #expect(text.contains("(unripe)"))
  }
}
