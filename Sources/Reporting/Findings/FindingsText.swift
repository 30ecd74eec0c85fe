package import Prose
import ReceiptModel

/// Findings for people at a terminal or in a mail: worst first, each with its numbers, its rivals and what to do.
package struct FindingsText: Sendable {
  /// The width of the text, in columns.
  package var width: Int
  /// Whether severities are coloured; their names are printed in any case.
  package var usesColor: Bool
  /// How many findings are not shown.
  package var hidden: Int

  package var language: Language

  package init(width: Int = 80, usesColor: Bool = false, hidden: Int = 0, language: Language = .english) {
    self.width = min(max(width, 40), 120)
    self.usesColor = usesColor
    self.hidden = hidden
    self.language = language
  }

  package func text(of report: CheckReport) -> String {
    let zone = report.zone
    var head = FindingWords.summary(report.findings)
    if hidden > 0 {
      head =
        hidden == 1 ? "\(head); 1 finding not shown" : "\(head); \(Figures.count(hidden)) findings not shown"
    }
    var lines: [Phrase] = [head, "as of \(figure: zone.iso(report.asOf))"]
    if let window = report.window {
      let (start, end) = (Instant(milliseconds: window.lowerBound), Instant(milliseconds: window.upperBound))
      lines.append("this check judges sends from \(figure: zone.iso(start)) to \(figure: zone.iso(end))")
    }
    if let limit = report.rows.summedDays.limitOfCheck { lines.append(limit) }
    let index = report.index.map { [shown($0.phrase)] } ?? []
    return
      (lines.map { $0.plain(in: language) } + index
      + report.findings.flatMap { [""] + self.lines($0, report) })
      .map { $0 + "\n" }.joined()
  }

  private func lines(_ finding: Finding, _ report: CheckReport) -> [String] {
    var title: Phrase = .figure(finding.code.rawValue)
    if !finding.appKey.isEmpty {
      title = "\(title) of \(FindingWords.app(finding.appKey, report.appNames))"
    }
    if !finding.scope.phrase.isEmpty { title = "\(title), \(finding.scope.phrase)" }
    var lines = ["\(severity(finding.severity)) \(shown(title))"]
    lines += field("state", FindingWords.datedState(finding, report.zone))
    if let since = FindingWords.since(finding, report.zone.iso) { lines += field("since", since) }
    if let concerned = FindingWords.concerned(finding) { lines += field("concerns", concerned) }
    if let seen = FindingWords.seen(finding) { lines += field("seen", seen) }
    lines += field("cause", finding.cause)
    for rival in finding.rivals {
      lines += field("or", rival.cause)
      if !rival.settledBy.isEmpty { lines += field(.empty, "settled by: \(rival.settledBy)") }
    }
    lines += field("next", finding.nextStep)
    // Not wrapped, so that it can be copied.
    if let command = report.rows.line(for: finding) { lines.append(label("rows") + command) }
    if let limit = report.rows.limit(of: finding) { lines += field(.empty, limit) }
    return lines
  }

  private func severity(_ severity: Severity) -> String {
    let name = severity.phrase.plain(in: language).uppercased()
    guard usesColor else { return name }
    let color =
      switch severity {
      case .critical: "1;31"
      case .warning: "1;33"
      case .info: "1"
      }
    return "\u{1B}[\(color)m\(name)\u{1B}[0m"
  }

  /// A named line, wrapped where the language allows it.
  private func field(_ name: Phrase, _ phrase: Phrase) -> [String] {
    shown(phrase).filledLines(width: width - Self.margin).enumerated().map { place, line in
      label(place == 0 ? name : .empty) + line
    }
  }

  private static let margin = 12

  private func label(_ name: Phrase) -> String {
    "  \(name.plain(in: language))".padded(to: Self.margin, right: false)
  }

  /// A phrase with texts from a log: bounded, and without anything that a terminal would act on.
  private func shown(_ phrase: Phrase) -> String {
    TerminalFormat.escaped(phrase.cuttingTexts(to: 200).plain(in: language))
  }
}
