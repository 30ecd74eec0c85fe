internal import ReceiptModel

extension DailyReport {
  /// Each finding with what it rests on and what to do, worst first.
  static func findings(_ input: ReportInput) -> String {
    guard !input.findings.isEmpty else { return "No findings." }
    return input.findings.map { finding($0, input) }.joined(separator: "\n")
  }

  private static func finding(_ finding: Finding, _ input: ReportInput) -> String {
    var title = "**\(finding.severity.name)** `\(finding.code.rawValue)`"
    if !finding.appKey.isEmpty { title += " of \(input.app(finding.appKey))" }
    if !finding.scope.text.isEmpty { title += ", \(MarkdownText.escaped(finding.scope.text))" }
    var facts: [String] = []
    if let deliveries = finding.deliveries {
      facts.append("\(Figures.count(deliveries)) \(deliveries == 1 ? "delivery" : "deliveries")")
    }
    if let since = finding.since { facts.append("since \(input.shortTime(since))") }
    if let observed = finding.observed {
      var text = "seen \(DecimalText.fixed(observed * 100, digits: 2)) %"
      if let interval = finding.interval { text += " (95 % interval \(Figures.interval(interval)))" }
      if let expected = finding.expected {
        text += ", expected \(DecimalText.fixed(expected * 100, digits: 2)) %"
      }
      facts.append(text)
    }
    return """
      - \(title)\(facts.isEmpty ? "" : ": " + facts.joined(separator: "; ")).
        - Likely cause: \(MarkdownText.escaped(finding.cause, limit: 500)).
        - Could also be: \(MarkdownText.escaped(finding.rivals.map(\.text).joined(separator: "; "), limit: 500)).
        - Next step: \(MarkdownText.escaped(finding.nextStep, limit: 500)).
      """
  }
}
