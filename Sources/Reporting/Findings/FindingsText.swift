internal import Prose
internal import ReceiptModel

/// Findings for people at a terminal or in a mail: worst first, each with its numbers, its rivals and what to do.
package struct FindingsText: Sendable {
  /// Columns to set text in.
  package var width: Int
  /// Whether severities are coloured; their names stand there in any case.
  package var usesColor: Bool
  /// Findings that are not told.
  package var hidden: Int

  package init(width: Int = 80, usesColor: Bool = false, hidden: Int = 0) {
    self.width = min(max(width, 40), 120)
    self.usesColor = usesColor
    self.hidden = hidden
  }

  package func text(of report: CheckReport) -> String {
    let zone = report.zone
    var head = FindingWords.summary(report.findings)
    if hidden > 0 {
      head =
        hidden == 1 ? "\(head); 1 finding not shown" : "\(head); \(Figures.count(hidden)) findings not shown"
    }
    var lines = [head.plain(), "as of \(zone.iso(report.asOf))"]
    if let window = report.window {
      let (start, end) = (Instant(milliseconds: window.lowerBound), Instant(milliseconds: window.upperBound))
      lines.append("judged are sends from \(zone.iso(start)) to \(zone.iso(end))")
    }
    return (lines + report.findings.flatMap { [""] + self.lines($0, report) })
      .map { $0 + "\n" }.joined()
  }

  private func lines(_ finding: Finding, _ report: CheckReport) -> [String] {
    var title = "\(severity(finding.severity)) \(finding.code.rawValue)"
    if !finding.appKey.isEmpty {
      title += " of \(shown(FindingWords.app(finding.appKey, report.appNames).plain()))"
    }
    if !finding.scope.text.isEmpty { title += ", \(shown(finding.scope.text))" }
    var lines = [title]
    if let since = finding.since { lines += field("since", report.zone.iso(since)) }
    if let concerned = FindingWords.concerned(finding) { lines += field("concerns", concerned.plain()) }
    if let seen = FindingWords.seen(finding) { lines += field("seen", seen.plain()) }
    lines += field("cause", shown(finding.cause))
    for rival in finding.rivals {
      lines += field("or", shown(rival.cause))
      if !rival.settledBy.isEmpty { lines += field("", "settled by: \(shown(rival.settledBy))") }
    }
    lines += field("next", shown(finding.nextStep))
    // Not wrapped: it is there to be copied.
    if let command = report.rows.line(for: finding) { lines.append(Self.label("rows") + command) }
    return lines
  }

  private func severity(_ severity: Severity) -> String {
    let name = severity.name.uppercased()
    guard usesColor else { return name }
    let color =
      switch severity {
      case .critical: "1;31"
      case .warning: "1;33"
      case .info: "1"
      }
    return "\u{1B}[\(color)m\(name)\u{1B}[0m"
  }

  /// A named line, wrapped at blanks.
  private func field(_ name: String, _ text: String) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.displayWidth + 1 + String(word).displayWidth <= width - Self.margin {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.enumerated().map { Self.label($0.offset == 0 ? name : "") + $0.element }
  }

  private static let margin = 12

  private static func label(_ name: String) -> String { "  \(name)".padded(to: margin, right: false) }

  /// Text from a log, in a bounded place and without anything that a terminal would obey.
  private func shown(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let limit = 500
    let cut = scalars.count > limit ? String(String.UnicodeScalarView(scalars.prefix(limit))) + "…" : text
    return TerminalFormat.escaped(cut)
  }
}
