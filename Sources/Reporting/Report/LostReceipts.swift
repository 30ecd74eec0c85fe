import Diagnosis
import Prose
import ReceiptModel

/// What is known of receipts that do not reach the ledger, and the delivery rate of the other sends.
struct LostReceipts {
  /// The broken builds, worst first: AppKey and app version.
  private(set) var builds: [CohortKey] = []
  /// The findings that no build stands for.
  private(set) var others: [Finding] = []
  /// The delivery rate without the builds; `nil` where it cannot be told.
  private(set) var rateOfOthers: Rate?

  init(_ input: ReportInput) {
    guard let end = input.reportedDays.last?.end else { return }
    let found = input.findings.filter { finding in
      finding.code.isAboutLostReceipts && finding.severity > .info && finding.state.stands
        && (finding.since.map { $0.milliseconds < end } ?? true)
    }
    guard !found.isEmpty else { return }
    let versions = input.evidence.versions
    // Where answers alone name versions, the sends of a build without a receipt are not known to be its own.
    let told = Parts.all(input, by: .appVersion).filter(\.isTold).map(\.appKey)
    var rest = input.headline.counts
    for finding in found {
      guard let version = finding.scope[.appVersion],
        told.contains(where: { $0.hasSameBytes(as: finding.appKey) })
      else {
        if finding.severity == .critical { others.append(finding) }
        continue
      }
      let build = CohortKey(day: 0, appKey: finding.appKey, parts: [version])
      let sends = versions.sum(versions.series(of: finding.appKey, version).places)
      // A device or two that answer under a foreign key do not make a build a broken one.
      let isBroken = finding.code != .appKeyMismatch || sends[.mismatch] >= max(1, sends[.acked])
      guard isBroken, !builds.contains(build), sends[.sent] > 0 else { continue }
      builds.append(build)
      rest = rest.without(sends)
    }
    if !builds.isEmpty { rateOfOthers = Metric.confirmedRate.rate(rest) }
  }
}
