package import Prose
package import ReceiptModel

extension DataSetDescription {
  package static let findings = DataSetDescription(
    "findings", row: "each finding, worst first", key: ["severity", "code", "app_key", "scope"],
    columns: [
      .text("severity", "critical, warning or info", isRequired: true),
      .text("code", "kind of finding", isRequired: true),
      .id("app_key", "AppKey; empty when it is about the whole ledger", isRequired: false),
      .text("scope", "what part of the AppKey it is about"),
      .time("since", "when it began, or as far back as the ledger tells"),
      .count(
        "devices", "devices concerned; deliveries where devices were not counted", unit: "devices",
        isRequired: false),
      .share("observed", "the share that was seen"),
      .share("expected", "the share that would have been normal"),
      .share("interval_low", "lower Wilson limit of observed"),
      .share("interval_high", "upper Wilson limit of observed"),
      .text("cause", "what most likely happened"), .text("rivals", "what else could look the same"),
      .text("next_step", "what to do first"),
      .count("deliveries", "deliveries concerned", unit: "deliveries", isRequired: false),
      .text("state", "new, ongoing, no_traffic or resolved, beside the day before", isRequired: true),
      .time("first_seen", "end of the first judged day that had it, of those without a break since"),
      .boolean("since_is_exact", "whether it began at since, and not earlier"),
      .time("acknowledged_until", "until when somebody said that it is known"),
      .text("command", "the command that shows the rows behind it"),
    ])
}

extension DataSet {
  /// One row for each finding, worst first.
  ///
  /// - Parameters:
  ///   - rows: the commands, which name no ledger here, and the zone of times.
  ///   - language: of what people read; the scope is a key and the same in all languages.
  package static func findings(
    _ findings: [Finding], rows: RowsCommand, language: Language = .english
  ) -> DataSet {
    let zone = rows.zone
    var rows = rows
    rows.ledgerOptions = []
    return DataSet(
      .findings, rows: findings.sorted().map { [rows] in $0.cells(rows.line(for: $0), zone, language) })
  }
}

extension Finding {
  fileprivate func cells(_ command: String?, _ zone: ReportZone, _ language: Language) -> [Cell] {
    func text(_ phrase: Phrase) -> Cell { .text(phrase.plain(in: language)) }
    func time(_ instant: Instant?) -> Cell { instant.map { .text(zone.iso($0)) } ?? .null }
    func share(_ value: Double?) -> Cell { value.map(Cell.real) ?? .null }
    func count(_ value: Int?) -> Cell { value.map { .integer(Int64($0)) } ?? .null }
    return [
      .text(severity.name), .text(code.rawValue), .text(appKey), .text(scope.text), time(since),
      count(devices ?? deliveries), share(observed), share(expected), share(interval?.lowerBound),
      share(interval?.upperBound), text(cause), .text(rivalsText(in: language)), text(nextStep),
      count(deliveries), .text(state.rawValue), time(firstSeen), .integer(sinceIsExact ? 1 : 0),
      time(acknowledgement?.until), command.map(Cell.text) ?? .null,
    ]
  }
}
