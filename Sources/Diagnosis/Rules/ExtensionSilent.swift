import Prose
import ReceiptModel

extension Rule {
  /// The pushes of some part of an app are opened, or sent to many devices, but never acked, while the rest of it acks.
  ///
  /// An open proves that the push arrived, so a working extension would have acked most of them. Where none was opened
  /// (many logs hold no opens) the devices may be to blame, and nothing is critical. Total silence is a matter of
  /// configuration, and the part that is silent tells of what: an app version points to its build, the lower OS
  /// versions to the minimum iOS, the AppKey as a whole to its key or to the way back. Each is named once.
  package static let extensionSilent = Rule(.extensionSilent) { evidence in
    var suspicions: [Suspicion] = []
    for app in evidence.comparisons.apps {
      for found in app.silentGroups(
        limits: evidence.limits, isRipe: evidence.isRipe, devices: evidence.devices.systems,
        besides: evidence.unanswered)
      {
        suspicions.append(
          Suspicion(
            chance: found.chance,
            finding: found.isNamed && isUnlikeBefore(found, of: app, evidence)
              ? finding(found, of: app, evidence) : nil))
      }
      suspicions += wholeApp(app, evidence)
    }
    return suspicions + stretches(evidence)
  }

  /// Whether a version of which nothing was opened would hardly be silent by chance if it acked as it did before: its people
  /// may always have acked less than the others.
  private static func isUnlikeBefore(
    _ found: AppBuilds.SilentGroup, of app: AppBuilds, _ evidence: Evidence
  ) -> Bool {
    let past = past(found.group, of: app, evidence)
    guard found.group.kind == .version, found.counts[.eligibleOpened] == 0, past[.eligibleAcked] > 0,
      let version = found.group.scope[.appVersion]
    else { return true }
    let devices = evidence.firstPushes {
      $0.appKey.hasSameBytes(as: app.appKey) && $0.parts[0].hasSameBytes(as: version)
    }
    let (sent, known) = (found.counts[.ackEligible], devices.sent.denominator)
    return Silence.chance(Metric.ackRate.rate(past), ofNoneIn: known > 0 ? min(known, sent) : sent)
      < evidence.limits.chance
  }

  private static func finding(
    _ found: AppBuilds.SilentGroup, of app: AppBuilds, _ evidence: Evidence
  ) -> Finding {
    let version = found.group.kind == .version ? found.group.scope[.appVersion] : nil
    let words =
      version != nil && past(found.group, of: app, evidence)[.eligibleAcked] > 0
      ? .fellSilent : SilenceWords(found.group, isLowest: found.group.isLowest(in: app))
    let observed = Metric.ackRate.rate(found.counts)
    let isOpened = found.counts[.eligibleOpened] > 0
    return Finding(
      .extensionSilent, severity(found.counts, of: app.total, evidence), appKey: app.appKey,
      scope: found.group.scope, since: since(found.group, of: app, evidence),
      deliveries: found.counts[.ackEligible],
      devices: version.flatMap { evidence.devices(of: app.appKey, version: $0) },
      observed: observed.value, expected: Metric.ackRate.rate(found.others).value,
      interval: observed.interval, cause: words.cause,
      rivals: (isOpened ? [] : Silence.unopenedRivals) + words.rivals, nextStep: words.nextStep,
      rows: "deliveries-of")
  }

  /// Critical where the silent part is a good part of the app, and opens prove that its pushes arrive.
  private static func severity(_ part: Counts, of total: Counts, _ evidence: Evidence) -> Severity {
    guard part[.eligibleOpened] > 0 else { return .warning }
    let weight = Rate(part[.ackEligible], of: total[.ackEligible]).value ?? 0
    return weight >= evidence.limits.buildShare ? .critical : .warning
  }

  /// When a version or an OS version fell silent; for both together, of which no hours are kept, the version's first push
  /// of the days that were looked at and are silent.
  private static func since(_ group: BuildGroup, of app: AppBuilds, _ evidence: Evidence) -> Instant? {
    let appKey = app.appKey
    if group.kind == .version, let version = group.scope[.appVersion],
      let onset = evidence.onsetOfFall(
        evidence.buildHours.ackRates(evidence.buildHours.series(of: appKey, version).places))
    {
      return onset
    }
    if group.kind == .system || group.kind == .lowerSystems {
      let systems = Set(group.cells.map { app.cells[$0].osVersion })
      let hours = systems.flatMap { evidence.systemHours.series(of: appKey, $0).places }
      if let onset = evidence.onsetOfFall(evidence.systemHours.ackRates(hours)) { return onset }
    }
    let days = past(group, of: app, evidence).isSilent ? evidence.history : evidence.scope.days
    let cells = evidence.buildHours
    let firstPush = group.scope[.appVersion].flatMap { version in
      cells.series(of: appKey, version).places.first { cells.count(.ackEligible, at: $0) > 0 }
        .map { evidence.hours[cells.day(at: $0)].start }
    }
    return days.first.map { Instant(milliseconds: max($0.start, firstPush ?? $0.start)) }
  }

  /// A group's sends and answers on the days before those that are judged.
  private static func past(_ group: BuildGroup, of app: AppBuilds, _ evidence: Evidence) -> Counts {
    let past = evidence.pastVersions
    let builds =
      group.scope[.appVersion].map { past.series(of: app.appKey, $0) } ?? past.series(of: app.appKey)
    let systems = group.kind == .version ? nil : Set(group.cells.map(app.cells.osVersion))
    return builds.filter { systems?.contains($0.parts[1]) ?? true }.reduce(into: Counts()) {
      $0.add(past.sum($1.places))
    }
  }

  /// The AppKey as a whole against its own past, since it has no peers.
  private static func wholeApp(_ app: AppBuilds, _ evidence: Evidence) -> [Suspicion] {
    let past = evidence.comparisons.cells[app.appKey].reduce(into: Counts()) { sum, cell in
      if !evidence.isJudged(cell.key.day) { sum.add(cell.counts) }
    }
    let isOpened = app.total[.eligibleOpened] > 0
    let observed = Metric.ackRate.rate(app.total)
    let hasNeverAcked =
      past[.eligibleAcked] == 0 && past[.ackEligible] >= evidence.limits.minimumSends
    if app.total.isSilent, hasNeverAcked,
      isOpened
        ? app.total[.eligibleOpened] >= evidence.limits.messageSends
        : isTelling(app, amongLike: otherApps(than: app, evidence), evidence)
    {
      return [
        Suspicion(
          chance: 0,
          finding: Finding(
            .extensionSilent, .info, appKey: app.appKey, deliveries: app.total[.ackEligible], observed: 0,
            interval: observed.interval,
            cause: "no build of this app has an extension that reports, as far back as this check looks",
            rivals: (isOpened ? [] : Silence.unopenedRivals) + [
              Rival(
                "the extension's AppKey or AppSecret was wrong from the beginning",
                settledBy: "the extension target of any build"),
              Rival("the ext_ack events are not in the imported logs", settledBy: "the export job's filter"),
            ],
            nextStep: "if the app should report, check its extension target; if not, nothing is wrong",
            rows: "deliveries-of"))
      ]
    }
    var chance = Silence.chance(of: app.total, amongLike: past, isRipe: evidence.isRipe)
    guard chance < evidence.limits.chance else { return [] }
    if !isOpened { chance = max(chance, chanceOfSilentPushes(app.appKey, amongLike: past, evidence)) }
    guard app.total.isSilent, isOpened || isTelling(app, amongLike: past, evidence) else {
      return [Suspicion(chance: 1, finding: nil)]
    }
    return [
      Suspicion(
        chance: chance,
        finding: Finding(
          .extensionSilent, isOpened ? .critical : .warning, appKey: app.appKey,
          since: evidence.onsetOfFall(evidence.comparisons.hourCells[app.appKey].ackRates)
            ?? evidence.judgedSince,
          deliveries: app.total[.ackEligible], observed: 0, expected: Metric.ackRate.rate(past).value,
          interval: observed.interval,
          cause:
            """
            acks of every build of this app are refused or get lost: its AppSecret or AppKey was changed, \
            or the way back is blocked
            """,
          rivals: (isOpened ? [] : Silence.unopenedRivals) + [
            Rival(
              "the ext_ack events are not in the imported logs", settledBy: "the log files of these hours"),
            Rival("every send leaves out mutable-content", settledBy: "the payloads of its messages"),
            Rival("the receipt service was down", settledBy: "whether other apps were acked meanwhile"),
          ],
          nextStep:
            """
            see whether other apps are acked in the same hours; if so, compare this app's AppKey and \
            AppSecret with the console
            """, rows: "deliveries-of"))
    ]
  }

  /// The chance that all campaigns are silent pushes, which `message_silent` notes, and that the others went to devices that
  /// are off.
  private static func chanceOfSilentPushes(
    _ appKey: String, amongLike others: Counts, _ evidence: Evidence
  ) -> Double {
    guard !evidence.messages.isEmpty else { return 0 }
    let silent = UnansweredCampaigns(of: appKey, evidence)
    let cells = evidence.messages.cells
    let messages = cells.places(of: appKey).count { cells.counts(at: $0)[.ackEligible] > 0 }
    let small = evidence.messages.small.filter { $0.appKey.hasSameBytes(as: appKey) }
    let singles = small.reduce(messages - silent.campaigns) { $0 + $1.messages }
    return silent.chance * Silence.chance(Metric.ackRate.rate(others), ofNoneIn: singles)
  }

  private static func isTelling(_ app: AppBuilds, amongLike others: Counts, _ evidence: Evidence) -> Bool {
    evidence.isRipe
      && Silence.isTelling(
        unopened: app.total[.ackEligible],
        devices: evidence.firstPushes { $0.appKey.hasSameBytes(as: app.appKey) }, amongLike: others,
        minimumSends: evidence.limits.minimumSends)
  }

  /// The sends of other AppKeys in the judged days: their acks show that the logs hold acks.
  private static func otherApps(than app: AppBuilds, _ evidence: Evidence) -> Counts {
    var others = evidence.comparisons.total
    others.subtract(evidence.versions.sum(evidence.versions.series(of: app.appKey).places))
    return others
  }

  /// Versions that were acked in the judged days, and are not any more.
  private static func stretches(_ evidence: Evidence) -> [Suspicion] {
    let totals = evidence.comparisons.apps
    return evidence.comparisons.stretches.map { stretch in
      guard stretch.isSilent else { return Suspicion(chance: 1, finding: nil) }
      let observed = Metric.ackRate.rate(stretch.counts)
      let total = totals.first { $0.appKey == stretch.appKey }?.total ?? stretch.counts
      return Suspicion(
        chance: stretch.chance,
        finding: Finding(
          .extensionSilent, severity(stretch.counts, of: total, evidence), appKey: stretch.appKey,
          scope: .of(.appVersion, stretch.version), since: stretch.since,
          deliveries: stretch.counts[.ackEligible], observed: observed.value,
          expected: Metric.ackRate.rate(stretch.others).value, interval: observed.interval,
          cause: SilenceWords.fellSilent.cause,
          rivals: (stretch.isOpened ? [] : Silence.unopenedRivals) + SilenceWords.fellSilent.rivals,
          nextStep: SilenceWords.fellSilent.nextStep, rows: "deliveries-of"))
    }
  }
}
