import Prose
import ReceiptModel

/// The runs whose output is kept, newest first: what each found, and where its files are.
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

  package init(entries: [Entry], folder: String, current: String?) {
    self.entries = entries
    self.folder = folder
    self.current = current
  }

  /// Rates that an overview shows.
  private static let shown: [Metric] = [.sendSuccessRate, .ackRate, .confirmedRate, .openRateSent]

  package var page: Page {
    let table = PageTable(
      [.text("As of"), .text("Verdict")] + Self.shown.map { .number($0.title) } + [.text("Files")],
      rows: entries.map { entry in
        [asOf(entry), verdict(entry)] + Self.shown.map { rate($0, entry) } + [links(entry)]
      })
    return Page([
      .heading("Push delivery: runs", level: 1),
      entries.isEmpty ? .paragraph("There is none yet.") : .table(table),
      .paragraph(
        "Rates cover the 24 hours that were judged. The definitions in each report say what they count."),
    ])
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
    return "\(Figures.percent(rate)) of \(Figures.count(rate.denominator)) deliveries"
  }

  /// The pages, the manifest, and the folder for the rest.
  private func links(_ entry: Entry) -> Phrase {
    let pages = entry.files.filter { $0.hasSuffix(".md") || $0.hasSuffix(".html") }
    let manifest = entry.asOf == nil ? [] : ["manifest.json"]
    let links = (pages + manifest).map { file in
      Phrase(.link(file, target: Self.address([folder, entry.name, file])))
    }
    return (links + [Phrase(.link("all", target: Self.address([folder, entry.name]) + "/"))]).joined()
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
