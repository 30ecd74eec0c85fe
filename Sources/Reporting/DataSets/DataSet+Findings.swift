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
      .time("since", "when it was first seen, as far back as the check looks"),
      .count(
        "devices", "devices concerned; deliveries where devices were not counted", unit: "devices",
        isRequired: false),
      .share("observed", "the share that was seen"),
      .share("expected", "the share that would have been normal"),
      .share("interval_low", "lower end of the 95 % interval of observed"),
      .share("interval_high", "upper end of the 95 % interval of observed"),
      .text("cause", "what most likely happened"), .text("rivals", "what else could look the same"),
      .text("next_step", "what to do first"),
    ])
}

extension DataSet {
  /// One row for each finding, worst first.
  ///
  /// - Parameters:
  ///   - zone: the time zone of `since`.
  ///   - language: of what people read; the scope is a key and the same in all languages.
  package static func findings(
    _ findings: [Finding], in zone: ReportZone, language: Language = .english
  ) -> DataSet {
    DataSet(
      .findings,
      rows: findings.sorted().map { finding in
        [
          .text(finding.severity.name), .text(finding.code.rawValue), .text(finding.appKey),
          .text(finding.scope.text), finding.since.map { .text(zone.iso($0)) } ?? .null,
          (finding.devices ?? finding.deliveries).map { .integer(Int64($0)) } ?? .null,
          finding.observed.map(Cell.real) ?? .null,
          finding.expected.map(Cell.real) ?? .null, (finding.interval?.lowerBound).map(Cell.real) ?? .null,
          (finding.interval?.upperBound).map(Cell.real) ?? .null, .text(finding.cause.plain(in: language)),
          .text(finding.rivals.map(\.phrase).joined(separator: "; ").plain(in: language)),
          .text(finding.nextStep.plain(in: language)),
        ]
      })
  }
}
