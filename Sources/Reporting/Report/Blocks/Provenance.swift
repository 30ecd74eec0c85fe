internal import ReceiptModel

extension DailyReport {
  /// What the report was made from, and how to make it again.
  static func provenance(_ input: ReportInput) -> String {
    let scope = input.scope.all
    let rows: [[String]] = [
      ["Made by", "pushledger " + MarkdownText.escaped(input.toolVersion)],
      ["Days", MarkdownText.escaped(input.dayText)],
      ["Window", input.window.isEmpty ? "none named" : MarkdownText.escaped(input.window)],
      ["Time zone", MarkdownText.escaped(input.zone.name)],
      ["As of", input.time(Instant(milliseconds: scope.asOf))],
      ["AppKeys", scope.appKeys.isEmpty ? "all" : scope.appKeys.map(input.app).joined(separator: ", ")],
    ]
    var parts = [MarkdownTable([.text("Provenance"), .text("")], rows: rows).text]
    if !input.queries.isEmpty {
      parts.append(
        MarkdownTable(
          [.text("Query"), .text("SHA-256")],
          rows: input.queries.map { [MarkdownText.escaped($0.name), MarkdownText.escaped($0.digest)] }
        ).text)
    }
    parts.append("The same report again:\n\n" + CodeBlock(line: input.command).text)
    return parts.joined(separator: "\n\n")
  }
}
