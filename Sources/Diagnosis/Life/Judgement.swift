import Prose
package import ReceiptModel

/// What the rules found in a judged stretch of time.
package struct Judgement: Sendable {
  /// Where the stretch ends, milliseconds UTC.
  package var end: Int64
  package var findings: [Finding]

  package init(end: Int64, findings: [Finding]) {
    self.end = end
    self.findings = findings
  }

  /// What later judgements ask of it.
  package var seen: SeenJudgement { SeenJudgement(end: end, findings: findings.map(SeenFinding.init)) }
}

/// An earlier judgement, as far as it is asked what it had seen.
package struct SeenJudgement: Sendable {
  /// As of `Judgement`.
  package var end: Int64
  package var findings: [SeenFinding]

  package init(end: Int64, findings: [SeenFinding]) {
    self.end = end
    self.findings = findings
  }
}
