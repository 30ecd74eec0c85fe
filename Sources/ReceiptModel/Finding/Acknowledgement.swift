/// Somebody's word that a finding is known: it wakes nobody until a moment, unless it gets worse.
package struct Acknowledgement: Equatable, Sendable {
  package var name: FindingName
  /// How bad the finding was.
  package var severity: Severity
  package var until: Instant
  package var reason: String

  package init(_ name: FindingName, _ severity: Severity, until: Instant, reason: String) {
    self.name = name
    self.severity = severity
    self.until = until
    self.reason = reason
  }

  /// Whether it holds for a finding at a moment.
  package func covers(_ finding: SeenFinding, at moment: Instant) -> Bool {
    moment < until && finding.severity <= severity && finding.name == name
  }
}
