import JSONWriting
package import Prose
import ReceiptModel

/// Findings for programs: one JSON object.
package enum FindingsJSON {
  /// The document, with a line break at its end.
  ///
  /// - Parameter language: of what people read; names, codes and the values of a scope are the same in all languages.
  package static func text(of report: CheckReport, in language: Language = .english) -> String {
    let zone = report.zone
    let window: JSONTree =
      report.window.map { window in
        .object([
          ("since", .text(zone.iso(Instant(milliseconds: window.lowerBound)))),
          ("until", .text(zone.iso(Instant(milliseconds: window.upperBound)))),
        ])
      } ?? .null
    let members: [(String, JSONTree)] = [
      ("as_of", .text(zone.iso(report.asOf))), ("window", window),
      ("worst", .text(report.findings.map(\.severity).max()?.name)),
      (
        "findings",
        list(
          report.findings, zone: report.zone, appNames: report.appNames, rows: report.rows, language: language
        )
      ),
    ]
    return String(decoding: JSONTree.object(members + report.rows.summedDays.counts).bytes, as: UTF8.self)
  }

  /// The findings as a member of such an object.
  static func list(
    _ findings: [Finding], zone: ReportZone, appNames: [String: String], rows: RowsCommand, language: Language
  ) -> JSONTree {
    .list(findings.map { finding($0, zone, appNames, rows, language) })
  }

  private static func finding(
    _ finding: Finding, _ zone: ReportZone, _ appNames: [String: String], _ rows: RowsCommand,
    _ language: Language
  ) -> JSONTree {
    func words(_ phrase: Phrase) -> JSONTree { .text(phrase.plain(in: language)) }
    var parts: Set<FindingScope.Part> = []
    let scope = finding.scope.entries.filter { parts.insert($0.part).inserted }
    let rivals = finding.rivals.map { rival in
      JSONTree.object([
        ("cause", words(rival.cause)),
        ("settled_by", rival.settledBy.isEmpty ? .null : words(rival.settledBy)),
      ])
    }
    let interval = finding.interval.map { JSONTree.list([.share($0.lowerBound), .share($0.upperBound)]) }
    return .object([
      ("code", .text(finding.code.rawValue)), ("severity", .text(finding.severity.name)),
      ("app_key", .text(finding.appKey)), ("app_name", .text(appNames[finding.appKey])),
      ("scope", .line(.object(scope.map { ($0.part.rawValue, .text($0.value)) }))),
      ("scope_text", words(finding.scope.phrase)), ("since", .text(finding.since.map(zone.iso))),
      ("deliveries", .integer(finding.deliveries)), ("devices", .integer(finding.devices)),
      ("observed", .share(finding.observed)), ("expected", .share(finding.expected)),
      ("interval", interval.map { .line($0) } ?? .null), ("cause", words(finding.cause)),
      ("rivals", .line(.list(rivals))), ("next_step", words(finding.nextStep)),
      ("command", .text(rows.line(for: finding))), ("state", .text(finding.state.rawValue)),
      ("first_seen", .text(finding.firstSeen.map(zone.iso))), ("since_is_exact", .bool(finding.sinceIsExact)),
      ("acknowledged_until", .text(finding.acknowledgement.map { zone.iso($0.until) })),
      ("acknowledged_because", .text(finding.acknowledgement?.reason)),
    ])
  }
}
