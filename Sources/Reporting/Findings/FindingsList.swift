import Prose
import ReceiptModel

/// Findings as a list, worst first: a part of reports, and a page of its own.
struct FindingsList {
  var zone: ReportZone
  var appNames: [String: String]
  var rows: RowsCommand

  /// An item for each finding.
  func blocks(of findings: [Finding]) -> [Page.Block] {
    findings.isEmpty ? [] : [.list(findings.map(item))]
  }

  private func item(_ finding: Finding) -> Page.Item {
    Page.Item(Self.head(finding, zone, appNames), advice(finding), severity: finding.severity)
  }

  /// Why, what else could look the same, and what to do.
  private func advice(_ finding: Finding) -> [Page.Item] {
    causes(of: finding) + [nextStep(of: finding)] + rowsCommand(of: finding)
  }

  /// Why, and what else could look the same.
  func causes(of finding: Finding) -> [Page.Item] {
    let cause = Page.Item("Likely cause: \(finding.cause.cuttingTexts(to: 200)).")
    guard !finding.rivals.isEmpty else { return [cause] }
    let rivals = finding.rivals.map { $0.phrase.cuttingTexts(to: 200) }.joined(separator: "; ")
    return [cause, Page.Item("Could also be: \(rivals).")]
  }

  func nextStep(of finding: Finding) -> Page.Item {
    Page.Item("Next step: \(finding.nextStep.cuttingTexts(to: 200)).")
  }

  /// How to ask for the rows behind it, where there are any.
  func rowsCommand(of finding: Finding) -> [Page.Item] {
    guard let command = rows.line(for: finding) else { return [] }
    let shown: Phrase = "Rows: \(code: command)"
    return [Page.Item(rows.limit(of: finding).map { "\(shown) (\($0))" } ?? shown)]
  }

  /// Which finding it is, of what, since when, and what was seen.
  static func head(_ finding: Finding, _ zone: ReportZone, _ appNames: [String: String]) -> Phrase {
    var title: Phrase = "**\(finding.severity.phrase)** \(code: finding.code.rawValue)"
    if !finding.appKey.isEmpty { title = "\(title) of \(FindingWords.app(finding.appKey, appNames))" }
    let scope = finding.scope.phrase
    if !scope.isEmpty { title = "\(title), \(scope.cuttingTexts(to: 120))" }
    let facts = [
      FindingWords.state(finding, zone), FindingWords.concerned(finding),
      FindingWords.since(finding, zone.short).map { "since \($0)" },
      FindingWords.seen(finding).map { "seen \($0)" },
    ].compactMap { $0 as Phrase? }
    return facts.isEmpty ? "\(title)." : "\(title): \(facts.joined(separator: "; "))."
  }
}

extension Page {
  /// The findings of a check.
  package init(_ report: CheckReport) {
    let zone = report.zone
    var summary: Phrase = "**\(FindingWords.summary(report.findings)).**"
    if let window = report.window {
      let start = zone.iso(Instant(milliseconds: window.lowerBound))
      let end = zone.iso(Instant(milliseconds: window.upperBound))
      summary = "\(summary) This check judges sends from \(figure: start) to \(figure: end)."
    }
    if let limit = report.rows.summedDays.limitOfCheck { summary = "\(summary) (\(limit))" }
    let list = FindingsList(zone: zone, appNames: report.appNames, rows: report.rows)
    self.init(
      [.heading("Check as of \(figure: zone.iso(report.asOf))", level: 1), .paragraph(summary)]
        + list.blocks(of: report.findings))
  }
}
