internal import ReceiptModel

/// Findings as a Markdown list, worst first: a part of reports, and a page of its own.
package struct FindingsMarkdown: Sendable {
  var zone: ReportZone
  var appNames: [String: String]
  var rows: RowsCommand

  /// A page with the findings of a check.
  package static func page(_ report: CheckReport) -> String {
    let zone = report.zone
    var parts = [
      "# Check as of \(zone.iso(report.asOf))", "**\(FindingWords.summary(report.findings)).**",
    ]
    if let window = report.window {
      let (start, end) = (Instant(milliseconds: window.lowerBound), Instant(milliseconds: window.upperBound))
      parts[1] += " Judged are sends from \(zone.iso(start)) to \(zone.iso(end))."
    }
    let list = FindingsMarkdown(zone: zone, appNames: report.appNames, rows: report.rows)
    if !report.findings.isEmpty { parts.append(list.text(of: report.findings)) }
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// An item for each finding, without a line break at the end.
  func text(of findings: [Finding]) -> String { findings.map(item).joined(separator: "\n") }

  private func item(_ finding: Finding) -> String {
    var title = "**\(finding.severity.name)** `\(finding.code.rawValue)`"
    if !finding.appKey.isEmpty { title += " of \(app(finding.appKey))" }
    if !finding.scope.text.isEmpty { title += ", \(MarkdownText.escaped(finding.scope.text, limit: 200))" }
    let facts = [
      FindingWords.concerned(finding), finding.since.map { "since \(shortTime($0))" },
      FindingWords.seen(finding).map { "seen \($0)" },
    ].compactMap { $0 }
    var lines = ["- \(title)\(facts.isEmpty ? "" : ": " + facts.joined(separator: "; "))."]
    lines.append("  - Likely cause: \(MarkdownText.escaped(finding.cause, limit: 500)).")
    if !finding.rivals.isEmpty {
      let rivals = finding.rivals.map(\.text).joined(separator: "; ")
      lines.append("  - Could also be: \(MarkdownText.escaped(rivals, limit: 1000)).")
    }
    lines.append("  - Next step: \(MarkdownText.escaped(finding.nextStep, limit: 500)).")
    if let command = rows.line(for: finding) { lines.append("  - Rows: \(MarkdownText.code(command))") }
    return lines.joined(separator: "\n")
  }

  /// An AppKey with the name people call it by.
  private func app(_ appKey: String) -> String {
    let key = MarkdownText.escaped(appKey, limit: 200)
    return appNames[appKey].map { "\(MarkdownText.escaped($0, limit: 40)) (\(key))" } ?? key
  }

  /// `2026-09-21 22:13:20` by the clocks of the report's zone.
  private func shortTime(_ instant: Instant) -> String {
    let iso = zone.iso(instant)
    return iso.prefix(10) + " " + iso.dropFirst(11).prefix(8)
  }
}
