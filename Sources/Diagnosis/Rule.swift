package import ReceiptModel
import Threads

/// A judgement: what the evidence says about one kind of trouble.
///
/// To add one, write a file in `Rules/` with the rule as a static member, and name it in `all`.
package struct Rule: Sendable {
  package var code: FindingCode
  /// Everything the rule looked at.
  package var judge: @Sendable (Evidence) -> [Suspicion]

  /// A rule whose findings are facts, such as an answer under a foreign AppKey.
  package init(_ code: FindingCode, findings: @escaping @Sendable (Evidence) -> [Finding]) {
    self.code = code
    judge = { evidence in findings(evidence).map { Suspicion(chance: 0, finding: $0) } }
  }

  /// A rule that compares numbers and may be deceived by chance.
  ///
  /// It gives every comparison it made, also those that found nothing, so that the number of comparisons is known.
  package init(_ code: FindingCode, suspicions: @escaping @Sendable (Evidence) -> [Suspicion]) {
    self.code = code
    judge = suspicions
  }

  /// What the rule finds when it is asked alone.
  package func findings(_ evidence: Evidence) -> [Finding] {
    Diagnosis.findings(evidence, rules: [self])
  }

  package static let all: [Rule] = [
    appKeyMismatch, appKeyUnknown, appKeyQuiet, extensionSilent, messageSilent, cannotBeAcked,
    payloadTooLarge, versionRegression,
    ackRateFall, extensionTimeouts, handlerCalledEarly, extensionThrottled, ackOutage,
    ackLatencyRegression, ackOverBudget, attachmentFailures, replacedByLater, devicesMuted, tokensDead,
    credentialsRefused,
    contentRefused, quotaExceeded, sendFailures, arriveFailures, arrivalRateFall, clockSkew, repeatedEvents,
    refusedLines, unknownTypes, fieldVanished, quietHours, exportGap, stale, tooThin,
  ]
}

/// One comparison: how likely it is to look like this if nothing is wrong, and the finding if that is too unlikely.
package struct Suspicion: Sendable {
  /// From 0, a fact, to 1.
  package var chance: Double
  /// `nil` where the difference is too small to matter, however sure it is.
  package var finding: Finding?

  package init(chance: Double, finding: Finding?) {
    self.chance = chance
    self.finding = finding
  }
}

/// The rules applied to evidence.
package enum Diagnosis {
  /// Everything the rules find, worst first; the same evidence gives the same findings in the same order.
  ///
  /// Hundreds of builds, messages and hours are compared at once, and one in a thousand looks bad by chance. So the
  /// comparisons of all rules are judged together by the procedure of Benjamini and Hochberg with the level
  /// `limits.chance`: of what is reported, at most that share is expected to be chance; and where nothing at all is
  /// wrong, anything is reported with at most that probability.
  package static func findings(_ evidence: Evidence, rules: [Rule] = Rule.all) -> [Finding] {
    let evidence = evidence.withComparisons()
    let suspicions = rules.concurrentMap { $0.judge(evidence) }.flatMap(\.self)
    let limit = FalseDiscovery.limit(of: suspicions.map(\.chance), rate: evidence.limits.chance)
    return suspicions.filter { $0.chance <= limit }.compactMap(\.finding).withoutNeedless.sorted()
      .map { finding in
        var dated = finding
        dated.sinceIsExact = !finding.sinceIsFirstJudged && evidence.isExact(finding.since)
        return dated
      }
  }
}
