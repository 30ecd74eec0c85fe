import Prose
import ReceiptModel

extension Rule {
  /// A new app version is acked less than the one before it, on the same OS versions, or less by the same devices.
  ///
  /// Where enough devices moved to it in the days that were read, what they acked before says it. Else both versions are
  /// compared on each OS version, since those who update first have newer systems, too, and added up with the new
  /// version's mix. Both are taken from the same days, so that a bad day is no version's fault.
  /// `extension_silent` reports a version without any ack.
  package static let versionRegression = Rule(.versionRegression) { evidence in
    guard evidence.isRipe else { return [] }
    // What opened pushes tell has a cause of its own, where the acks that come show one. Of a version that nobody moves to
    // they may only tell that its people seldom ack.
    let told = evidence.comparisons.losses.filter { loss in
      loss.basis == .moved || loss.basis == .newest
        || loss.basis == .opened && loss.picture == .neither && loss.isMaterial(evidence) && loss.isNew
    }
    let ofBuilds = told.map { loss in
      let matters = loss.isMaterial(evidence) && loss.isFall(evidence)
      return Suspicion(chance: loss.chance, finding: matters ? finding(loss, evidence) : nil)
    }
    return ofBuilds
      + evidence.comparisons.apps.flatMap { app in
        VersionPair.all(
          app, new: evidence.comparisons.newVersions(of: app.appKey), least: evidence.limits.minimumSends,
          devices: evidence.devices.systems
        )
        .filter { pair in !told.contains { $0.appKey == app.appKey && $0.version == pair.new } }
        .map { pair in
          let matters =
            pair.fall >= evidence.limits.ackRateFall && !evidence.comparisons.isStopped(app.appKey, pair.new)
          return Suspicion(chance: pair.chance, finding: matters ? finding(pair, of: app, evidence) : nil)
        }
      }
  }

  private static func finding(_ loss: BuildLoss, _ evidence: Evidence) -> Finding {
    loss.finding(
      .versionRegression, evidence,
      cause: "something in this version makes the extension report less: \(loss.comparison)",
      rivals: (loss.traces.picture == .either ? BuildLoss.undecidedRivals : [])
        + (loss.basis == .newest ? [updated] : []) + [
          // Who declines opens nothing.
          loss.basis == .opened ? BuildLoss.blocked : declined,
          Rival("other messages went to it", settledBy: "the ack rates of both versions for one message"),
        ],
      nextStep: """
        compare the extension of app_version \(loss.version) with that of the version before: its SDK version, its \
        time limits, and when it calls the content handler
        """)
  }

  private static let updated = Rival(
    "people who have updated differ from the others, for example in their networks",
    settledBy: "the ack rates of both versions on one network_type")

  private static let declined = Rival(
    "the new version asks anew whether it may notify, and some decline",
    settledBy: "the devices of this version that neither ack nor open anything any more")

  private static func finding(_ pair: VersionPair, of app: AppBuilds, _ evidence: Evidence) -> Finding {
    let weight = pair.lostAcks / Double(max(1, app.total[.ackEligible]))
    let unknown = app.unknownShare
    let named = Rival(
      """
      the log names the version for only \(Figures.percent(1 - unknown)) of the sends, and more often for those that are \
      acked
      """,
      settledBy: "a log that names the version of every send")
    return Finding(
      .versionRegression, weight >= evidence.limits.buildShare ? .critical : .warning, appKey: app.appKey,
      scope: .of(.appVersion, pair.new),
      since: evidence.onsetOfFall(
        evidence.buildHours.ackRates(evidence.buildHours.series(of: app.appKey, pair.new).places))
        ?? evidence.judgedSince,
      deliveries: pair.newRate.denominator, devices: evidence.devices(of: app.appKey, version: pair.new),
      observed: pair.rates.new, expected: pair.rates.old,
      interval: pair.newRate.interval,
      cause:
        """
        something in this version makes the extension report less than app_version \(pair.old) does on \
        the same OS versions: \(Figures.percent(pair.rates.new)) instead of \
        \(Figures.percent(pair.rates.old)) of its sends are acked
        """,
      rivals: (unknown > 0.05 ? [named] : []) + [
        updated,
        Rival("other messages went to it", settledBy: "the ack rates of both versions for one message"),
      ],
      nextStep:
        """
        compare the extension of app_version \(pair.new) with that of \(pair.old): its SDK version, its \
        time limits, and when it calls the content handler
        """,
      rows: "deliveries-of")
  }
}
