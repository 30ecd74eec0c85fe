import ConfigurationReading
import Diagnosis
import Ledger
import ReceiptModel
package import Reporting

extension LedgerView {
  /// The one judgement of the view, which all that it publishes speaks of.
  package func judged() throws -> Judged { try judged(areDated: true) }

  /// The same, for which another thread judges meanwhile, unless the view has judged before.
  func judgedMeanwhile() -> () throws -> Judged {
    let judged = own.dated.made == nil ? meanwhile { try $0.judged() } : judged
    return { try own.dated.value(judged) }
  }

  /// - Parameter areDated: whether it is asked when each finding was first seen, which takes a judgement of every day that
  ///   had it.
  private func judged(areDated: Bool) throws -> Judged {
    // The findings of a named window are compared with one judgement in either case.
    let areDated = try areDated || own.dated.made != nil || namedDays() != nil
    return try (areDated ? own.dated : own.undated).value {
      try lives(of: own.found.value(lastFound), areDated: areDated)
    }
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
  ///
  /// - Parameter areDated: as of `judged(areDated:)`.
  func judged(concerning days: ReportScope, areDated: Bool) throws -> Judged {
    guard let window = days.headline.window, let judgedWindow = try judgedDays().headline.window,
      window.overlaps(judgedWindow)
    else { return try lives(of: found(in: days, isRecent: false, clock: clock), areDated: areDated) }
    let all = try judged(areDated: areDated)
    let concerning = all.findings.filter { finding in
      finding.since.map { $0.milliseconds < window.upperBound } ?? true
    }
    return Judged(days: all.days, zone: zone, evidence: all.evidence, findings: concerning)
  }

  private func lastFound() throws -> Found {
    try found(in: judgedDays(), isRecent: namedDays() == nil, clock: clock)
  }

  /// What the rules find in some days.
  ///
  /// - Parameters:
  ///   - isRecent: as of `JudgedStretch`.
  ///   - clock: as of `evidence`.
  func found(in days: ReportScope, isRecent: Bool, clock: Instant?) throws -> Found {
    let evidence = try evidence(judging: days.headline, history: days.all.days, clock: clock)
    let judgement = try Judgement(
      end: days.headline.window?.upperBound ?? days.all.asOf,
      findings: isRecent ? recentFindings(days, evidence) : Diagnosis.findings(evidence))
    return Found(days: days, evidence: evidence, judgement: judgement, isRecent: isRecent)
  }

  /// What became of the findings.
  ///
  /// - Parameter areDated: as of `FindingLives.of`.
  private func lives(of found: Found, areDated: Bool) throws -> Judged {
    let earlier = EarlierJudgements(of: self, before: found.days, isRecent: found.isRecent)
    let lives = FindingLives(
      traffic: found.evidence.traffic, enough: found.evidence.limits.minimumSends, seen: earlier.seen,
      last: earlier.found)
    return try Judged(
      days: found.days, zone: zone, evidence: found.evidence,
      findings: acknowledged(lives.of(found.judgement, areDated: areDated)))
  }

  /// The findings with what somebody said of them.
  private func acknowledged(_ findings: [Finding]) throws -> [Finding] {
    let word = try acknowledgement()
    return findings.map { finding in
      var finding = finding
      finding.acknowledgement = word(SeenFinding(finding))
      return finding
    }.sorted()
  }

  /// What somebody said of a finding, as long as it holds.
  func acknowledgement() throws -> (SeenFinding) -> Acknowledgement? {
    let (words, asOf) = (try store.acknowledgements(), Instant(milliseconds: scope.asOf))
    return { finding in words.first { $0.covers(finding, at: asOf) } }
  }
}
