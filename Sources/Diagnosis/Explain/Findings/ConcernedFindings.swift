package import ReceiptModel

/// The findings of kept judgements that concern a push, a message or a device.
package struct ConcernedFindings: Equatable, Sendable {
  /// The worst first.
  package var findings: [KeptFinding]
  /// Whether a judgement is kept that looked at it.
  package var isJudged: Bool
  /// As of when a check looks at it; `nil` where it is too young.
  package var judgedAsOf: Instant?

  /// Whether one of a kind is among them that somebody should look at.
  func contains(_ code: FindingCode) -> Bool {
    findings.contains { $0.seen.name.code == code && $0.seen.severity > .info }
  }
}

extension ExplainSettings {
  /// The findings that concern one subject, each as the first judgement told it that knew the subject.
  func findings(concerning subject: FindingSubject) -> ConcernedFindings {
    var names: Set<FindingName> = []
    var findings: [KeptFinding] = []
    for day in judged {
      findings += day.findings.filter {
        subject.isOf($0.seen, scope: $0.scope, judged: day.span) && names.insert($0.seen.name).inserted
      }
    }
    let sent = subject.sent.upperBound.milliseconds
    return ConcernedFindings(
      findings: findings.worstFirst, isJudged: judged.contains { $0.span.contains(sent) },
      judgedAsOf: asOfJudgement(of: sent))
  }

  /// A judgement keeps those of the ends of the UTC days before it, so the first full hour after a day will do.
  private func asOfJudgement(of sent: Int64) -> Instant? {
    let (hour, day): (Int64, Int64) = (3_600_000, 86_400_000)
    guard sent < settledUntil.milliseconds / hour * hour else { return nil }
    return min(asOf, Instant(milliseconds: (sent / day + 1) * day + hour + settle))
  }
}

extension [ConcernedFindings] {
  /// What concerns one of several, each finding once, and whether the first is judged; `nil` without any of them.
  var together: ConcernedFindings? {
    guard var together = first else { return nil }
    var names: Set<FindingName> = []
    together.findings = flatMap(\.findings).filter { names.insert($0.seen.name).inserted }.worstFirst
    return together
  }
}

extension [KeptFinding] {
  fileprivate var worstFirst: [KeptFinding] {
    sorted { one, other in
      let (one, other) = (one.seen, other.seen)
      if one.severity != other.severity { return one.severity > other.severity }
      if one.name.code != other.name.code { return one.name.code.rawValue < other.name.code.rawValue }
      return one.name.scope.precedesInBytes(other.name.scope)
    }
  }
}
