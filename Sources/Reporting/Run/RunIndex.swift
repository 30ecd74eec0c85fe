import Prose
import ReceiptModel

/// The newest day's first screen and its course, and then the runs whose output is kept, newest first: what each found,
/// and where its files are.
///
/// As a page, it is written like any report.
package struct RunIndex: Sendable {
  package struct Entry: Sendable {
    /// The folder's name.
    package var name: String
    /// As the manifest spells it; `nil` when there is no manifest that can be read.
    package var asOf: String?
    package var state: String
    package var critical: Int
    package var warnings: Int
    package var rates: [RunVerdict.NamedRate]
    /// Names of files in the folder.
    package var files: [String]

    package init(
      name: String, asOf: String? = nil, state: String = "", critical: Int = 0, warnings: Int = 0,
      rates: [RunVerdict.NamedRate] = [], files: [String] = []
    ) {
      self.name = name
      self.asOf = asOf
      self.state = state
      self.critical = critical
      self.warnings = warnings
      self.rates = rates
      self.files = files
    }
  }

  /// Newest first.
  package var entries: [Entry]
  /// The folder that holds theirs, seen from the index.
  package var folder: String
  /// The name of the one that counts.
  package var current: String?
  /// Of the newest day what its first screen needs, with the days before it; `nil` to leave that out.
  package var newest: ReportInput?

  package init(entries: [Entry], folder: String, current: String?, newest: ReportInput? = nil) {
    self.entries = entries
    self.folder = folder
    self.current = current
    self.newest = newest
  }

  /// How many days the trend has.
  package static let trendLength = 90

  /// Rates that an overview shows.
  private static let shown: [Metric] = [.sendSuccessRate, .ackRate, .confirmedRate, .openRateSent]

  package var page: Page {
    let table = PageTable(
      [.text("As of"), .text("Verdict")] + Self.shown.map { .number($0.title) },
      rows: entries.map { entry in
        ["\(asOf(entry)): \(links(entry))", verdict(entry)] + Self.shown.map { rate($0, entry) }
      })
    let runs: [Page.Block] = [
      entries.isEmpty ? .paragraph("There is none yet.") : .table(table),
      .paragraph(
        "Rates cover the 24 hours that were judged. The definitions in each report say what they count."),
    ]
    guard let newest else { return Page([.heading("Push delivery: runs", level: 1)] + runs) }
    return Page(lead(newest) + [.heading("Runs", level: 2)] + runs)
  }

  /// The first screen of the newest day, where its reports and data are, and how it came to this.
  private func lead(_ input: ReportInput) -> [Page.Block] {
    var blocks: [Page.Block] = [
      .heading("Push delivery, \(input.dayText) (\(.text(input.zone.name)))", level: 1)
    ]
    blocks += DailyReport.verdict(input)
    if let entry = entries.first(where: { $0.name == current }) {
      let isPage = { (file: String) in file.hasSuffix(".md") || file.hasSuffix(".html") }
      let reports = entry.files.filter(isPage)
      let others = entry.files.filter { !isPage($0) && !$0.hasSuffix(".svg") }
      if !reports.isEmpty { blocks.append(.paragraph("Reports: \(links(reports, entry))")) }
      if !others.isEmpty { blocks.append(.paragraph("Data: \(links(others, entry))")) }
    }
    if input.headline.hasData { blocks += DailyReport.funnel(input) }
    if !input.findings.isEmpty { blocks += DailyReport.findings(input) }
    return blocks
      + (DailyReport.ratesChart(input, length: Self.trendLength).map { [.chart($0)] } ?? [])
  }

  private func asOf(_ entry: Entry) -> Phrase {
    let text = entry.asOf ?? entry.name
    return entry.name == current ? "**\(text)**" : .text(text)
  }

  private func verdict(_ entry: Entry) -> Phrase {
    guard entry.asOf != nil else { return "no readable manifest" }
    let state = Phrase(.term(entry.state))
    return
      "**\(state)**: \(Figures.count(entry.critical)) critical, \(Figures.count(entry.warnings)) warnings"
  }

  private func rate(_ metric: Metric, _ entry: Entry) -> Phrase {
    guard let rate = entry.rates.first(where: { $0.name == metric.rawValue })?.rate, rate.value != nil
    else { return Figures.none }
    return "\(Figures.percent(rate)) of \(Figures.count(rate.denominator))"
  }

  /// The pages, the manifest, and the folder for the rest.
  private func links(_ entry: Entry) -> Phrase {
    let pages = entry.files.filter { $0.hasSuffix(".md") || $0.hasSuffix(".html") }
    let manifest = entry.asOf == nil ? [] : ["manifest.json"]
    let all = Phrase(.link("all", target: Self.address([folder, entry.name]) + "/"))
    return [links(pages + manifest, entry), all].filter { !$0.isEmpty }.joined()
  }

  private func links(_ files: [String], _ entry: Entry) -> Phrase {
    files.map { Phrase(.link($0, target: Self.address([folder, entry.name, $0]))) }.joined()
  }

  /// A path as an address: every byte that could mean something else is encoded.
  static func address(_ parts: [String]) -> String {
    parts.map { part in
      part.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
          String(Unicode.Scalar(byte))
        default: "%" + CellText.padded(String(byte, radix: 16, uppercase: true), to: 2)
        }
      }
      .joined()
    }
    .joined(separator: "/")
  }
}
