/// A finding as the ledger keeps it.
package struct KeptFinding: Equatable, Sendable {
  package var seen: SeenFinding
  /// The text of the whole scope.
  package var scope: String
  /// What most likely happened, in the language of who judged.
  package var cause: String
  /// Until when somebody said that it is known; `nil` when nobody did.
  package var knownUntil: Instant?

  package init(_ seen: SeenFinding, scope: String, cause: String, knownUntil: Instant? = nil) {
    self.seen = seen
    self.scope = scope
    self.cause = cause
    self.knownUntil = knownUntil
  }
}

/// What a kept judgement had found in its last 24 hours, or longer where there was little to judge.
package struct JudgedDay: Equatable, Sendable {
  /// Milliseconds UTC.
  package var end: Int64
  package var findings: [KeptFinding]

  package init(end: Int64, findings: [KeptFinding]) {
    self.end = end
    self.findings = findings
  }

  /// What it judged of every AppKey, milliseconds UTC.
  package var span: Range<Int64> { end - 86_400_000..<end }
}
