package import ReceiptModel

/// A judgement: what the evidence says about one kind of trouble.
///
/// To add one, write a file in `Rules/` with the rule as a static member, and name it in `all`.
package struct Rule: Sendable {
  package var code: FindingCode
  package var findings: @Sendable (Evidence) -> [Finding]

  package init(_ code: FindingCode, findings: @escaping @Sendable (Evidence) -> [Finding]) {
    self.code = code
    self.findings = findings
  }

  package static let all: [Rule] = [
    appKeyMismatch, appKeyUnknown, extensionSilent, refusedLines, stale, unknownTypes,
  ]
}

/// The rules applied to evidence.
package enum Diagnosis {
  /// Everything the rules find, worst first; the same evidence gives the same findings in the same order.
  package static func findings(_ evidence: Evidence, rules: [Rule] = Rule.all) -> [Finding] {
    rules.flatMap { $0.findings(evidence) }.sorted()
  }
}
