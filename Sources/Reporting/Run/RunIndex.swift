internal import ReceiptModel

/// The runs whose output is kept, newest first: what each found, and where its files are.
///
/// A format of it is a property that makes a page out of `entries`.
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
  private static let shown: [(metric: Metric, title: String)] = [
    (.sendSuccessRate, "Send success"), (.ackRate, "Extension acks"),
    (.confirmedRate, "Delivery (confirmed)"),
    (.openRateSent, "Opens of sent"),
  ]

  package var markdown: String {
    let heads = ["As of", "Verdict"] + Self.shown.map(\.title) + ["Files"]
    var lines = ["# Push delivery: runs", ""]
    lines.append("| " + heads.joined(separator: " | ") + " |")
    lines.append("| --- | --- |" + Self.shown.map { _ in " ---: |" }.joined() + " --- |")
    for entry in entries {
      let cells = [asOf(entry), verdict(entry)] + Self.shown.map { rate($0.metric, entry) } + [links(entry)]
      lines.append("| " + cells.joined(separator: " | ") + " |")
    }
    if entries.isEmpty { lines += ["", "There is none yet."] }
    lines += [
      "", "Rates are of the 24 hours that were judged. What they count: the definitions in each report.",
    ]
    return lines.map { $0 + "\n" }.joined()
  }

  private func asOf(_ entry: Entry) -> String {
    let text = MarkdownText.escaped(entry.asOf ?? entry.name)
    return entry.name == current ? "**\(text)**" : text
  }

  private func verdict(_ entry: Entry) -> String {
    guard entry.asOf != nil else { return "no manifest that can be read" }
    let counts = "\(entry.critical) critical, \(entry.warnings) warnings"
    return "**\(MarkdownText.escaped(entry.state))**: \(counts)"
  }

  private func rate(_ metric: Metric, _ entry: Entry) -> String {
    guard let rate = entry.rates.first(where: { $0.name == metric.rawValue })?.rate, let value = rate.value
    else { return "n/a" }
    return "\(DecimalText.fixed(value * 100, digits: 2)) % of \(rate.denominator)"
  }

  /// The pages, the manifest, and the folder for the rest.
  private func links(_ entry: Entry) -> String {
    let pages = entry.files.filter { $0.hasSuffix(".md") || $0.hasSuffix(".html") }
    let manifest = entry.asOf == nil ? [] : ["manifest.json"]
    let links = (pages + manifest).map { file in
      "[\(MarkdownText.escaped(file))](\(Self.address([folder, entry.name, file])))"
    }
    return (links + ["[all](\(Self.address([folder, entry.name]))/)"]).joined(separator: ", ")
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
