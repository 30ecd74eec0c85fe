/// What is to be known of a finding of an earlier judgement.
package struct SeenFinding: Equatable, Sendable {
  package var name: FindingName
  package var severity: Severity
  /// As of `Finding`.
  package var since: Instant?
  package var sinceIsExact: Bool

  package init(_ name: FindingName, _ severity: Severity, since: Instant?, sinceIsExact: Bool) {
    self.name = name
    self.severity = severity
    self.since = since
    self.sinceIsExact = sinceIsExact
  }

  package init(_ finding: Finding) {
    self.init(
      FindingName(finding), finding.severity, since: finding.since, sinceIsExact: finding.sinceIsExact)
  }
}
