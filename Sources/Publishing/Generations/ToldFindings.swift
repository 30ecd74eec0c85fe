import JSON5
package import ReceiptModel
import UserFiles

/// The findings that the generation that counts tells of, by its `check.json`.
package struct ToldFindings {
  /// How bad each was, by what it is about.
  private var severities: [[String]: Severity] = [:]

  /// None when there is no generation, or none that can be read.
  package init(in tree: OutputTree) throws {
    guard let name = try tree.current(),
      let text = try? TextFile.read("\(tree.generationsPath)/\(name.text)/check.json", limit: 1 << 24),
      case .object(let check)? = try? JSONValue(json5: Array(text.utf8)),
      case .array(let findings)? = check["findings"]
    else { return }
    for case .object(let finding) in findings {
      guard case .string(let code)? = finding["code"], case .string(let appKey)? = finding["app_key"],
        case .string(let name)? = finding["severity"], let severity = Severity(name: name),
        case .object(let scope)? = finding["scope"]
      else { continue }
      let parts = scope.compactMap { part, value -> (String, String)? in
        if case .string(let text) = value { (part, text) } else { nil }
      }
      severities[Self.key(code, appKey, parts)] = severity
    }
  }

  /// Whether it tells of a finding that is as bad.
  package func contains(_ finding: Finding) -> Bool {
    let parts = finding.scope.lasting.entries.map { ($0.part.rawValue, $0.value) }
    return severities[Self.key(finding.code.rawValue, finding.appKey, parts)].map { finding.severity <= $0 }
      ?? false
  }

  private static func key(_ code: String, _ appKey: String, _ scope: [(String, String)]) -> [String] {
    let parts = scope.filter { FindingScope.Part(rawValue: $0.0)?.isLasting ?? true }.sorted { $0.0 < $1.0 }
    return [code, appKey] + parts.flatMap { [$0.0, $0.1] }
  }
}
