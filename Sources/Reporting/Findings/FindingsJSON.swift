package import Prose
import ReceiptModel

/// Findings for programs: one JSON object.
package enum FindingsJSON {
  /// The document, with a line break at its end.
  ///
  /// - Parameter language: of what people read; names, codes and the values of a scope are the same in all.
  package static func text(of report: CheckReport, in language: Language = .english) -> String {
    let zone = report.zone
    let window = report.window.map { window in
      object(
        [
          ("since", string(zone.iso(Instant(milliseconds: window.lowerBound)))),
          ("until", string(zone.iso(Instant(milliseconds: window.upperBound)))),
        ], indent: "  ")
    }
    // Most ledgers have none.
    let loadedDays = report.rows.loadedDays.count
    let loaded = loadedDays > 0 ? [("loaded_days", "\(loadedDays)")] : []
    return object(
      [
        ("as_of", string(zone.iso(report.asOf))), ("window", window ?? "null"),
        ("worst", report.findings.map(\.severity).max().map { string($0.name) } ?? "null"),
        (
          "findings",
          list(
            report.findings, zone: report.zone, appNames: report.appNames, rows: report.rows,
            language: language)
        ),
      ] + loaded, indent: "") + "\n"
  }

  /// The findings as a member of such an object.
  static func list(
    _ findings: [Finding], zone: ReportZone, appNames: [String: String], rows: RowsCommand, language: Language
  ) -> String {
    list(findings.map { finding($0, zone, appNames, rows, language) })
  }

  private static func finding(
    _ finding: Finding, _ zone: ReportZone, _ appNames: [String: String], _ rows: RowsCommand,
    _ language: Language
  ) -> String {
    func words(_ phrase: Phrase) -> String { string(phrase.plain(in: language)) }
    var parts: Set<FindingScope.Part> = []
    let scope = finding.scope.entries.filter { parts.insert($0.part).inserted }
    let rivals = finding.rivals.map { rival in
      line([
        ("cause", words(rival.cause)),
        ("settled_by", rival.settledBy.isEmpty ? "null" : words(rival.settledBy)),
      ])
    }
    return object(
      [
        ("code", string(finding.code.rawValue)), ("severity", string(finding.severity.name)),
        ("app_key", string(finding.appKey)), ("app_name", optional(appNames[finding.appKey], string)),
        ("scope", line(scope.map { ($0.part.rawValue, string($0.value)) })),
        ("scope_text", words(finding.scope.phrase)),
        ("since", optional(finding.since) { string(zone.iso($0)) }),
        ("deliveries", optional(finding.deliveries) { "\($0)" }),
        ("devices", optional(finding.devices) { "\($0)" }), ("observed", optional(finding.observed, share)),
        ("expected", optional(finding.expected, share)),
        ("interval", optional(finding.interval) { "[\(share($0.lowerBound)), \(share($0.upperBound))]" }),
        ("cause", words(finding.cause)), ("rivals", "[" + rivals.joined(separator: ", ") + "]"),
        ("next_step", words(finding.nextStep)),
        ("command", optional(rows.line(for: finding), string)),
      ], indent: "    ")
  }

  /// A share from 0 to 1 with six digits, as in every other output.
  private static func share(_ value: Double) -> String { DecimalText.fixed(value, digits: 6) }

  private static func string(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONText.append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func optional<Value>(_ value: Value?, _ text: (Value) -> String) -> String {
    value.map(text) ?? "null"
  }

  /// An object with a line for each member.
  private static func object(_ members: [(String, String)], indent: String) -> String {
    let lines = members.map { "\(indent)  \"\($0.0)\": \($0.1)" }
    return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
  }

  /// An object on one line.
  private static func line(_ members: [(String, String)]) -> String {
    "{" + members.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + "}"
  }

  private static func list(_ objects: [String]) -> String {
    objects.isEmpty ? "[]" : "[\n    " + objects.joined(separator: ",\n    ") + "\n  ]"
  }
}
