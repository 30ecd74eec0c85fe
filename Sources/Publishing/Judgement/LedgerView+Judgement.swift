import ConfigurationReading
import Diagnosis
import Ledger
import ReceiptModel
package import Reporting

extension LedgerView {
  /// The one judgement of the view, which all that it publishes speaks of.
  package func judged() throws -> Judged {
    try own.judgements.last.value { try judge(judgedDays(), isRecent: namedDays() == nil) }
  }

  /// What `check` reports.
  ///
  /// - Parameter ledgerOptions: the options by which another command finds the same ledger.
  package func checkReport(ledgerOptions: [String]) throws -> CheckReport {
    let judged = try judged()
    return CheckReport(
      judged.evidence, findings: judged.findings, zone: zone, appNames: configuration.appNames,
      ledgerOptions: ledgerOptions)
  }

  /// What concerns the days of a report: of the view's judgement where they reach into what it judges, else of a judgement
  /// of these days.
  func judged(concerning days: ReportScope) throws -> Judged {
    guard let window = days.headline.window, let judgedWindow = try judgedDays().headline.window,
      window.overlaps(judgedWindow)
    else { return try judge(days, isRecent: false) }
    let own = try judged()
    let concerning = own.findings.filter { finding in
      finding.since.map { $0.milliseconds < window.upperBound } ?? true
    }
    return Judged(days: own.days, zone: zone, evidence: own.evidence, findings: concerning)
  }

  /// - Parameter isRecent: whether they are the last days, and no window that was named.
  private func judge(_ days: ReportScope, isRecent: Bool) throws -> Judged {
    let evidence = try evidence(judging: days.headline, history: days.all.days, clock: clock)
    let judgement = try Judgement(
      end: days.headline.window?.upperBound ?? days.all.asOf,
      findings: isRecent ? recentFindings(days, evidence) : Diagnosis.findings(evidence))
    let earlier = EarlierJudgements(of: self, before: days, areRecent: isRecent)
    let lives = FindingLives(
      traffic: evidence.traffic, enough: evidence.limits.minimumSends, seen: earlier.seen
    ) { try earlier.judgement(1)?.findings ?? [] }
    return try Judged(
      days: days, zone: zone, evidence: evidence, findings: acknowledged(lives.of(judgement)))
  }

  /// The findings with what somebody said of them.
  private func acknowledged(_ findings: [Finding]) throws -> [Finding] {
    let words = try store.acknowledgements()
    let asOf = Instant(milliseconds: scope.asOf)
    return findings.map { finding in
      var finding = finding
      finding.acknowledgement = words.first { $0.covers(SeenFinding(finding), at: asOf) }
      return finding
    }.sorted()
  }
}
