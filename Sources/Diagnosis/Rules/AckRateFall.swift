import Prose
import ReceiptModel

extension Rule {
  /// An AppKey's ack rate has fallen against the days before.
  ///
  /// The rule counts acks within the time-out, since the newest days always lack some of the late ones. The plain rate
  /// must have fallen as well, since `ack_latency_regression` reports acks that only come later. The fall must be more
  /// than counts of this size vary, more than the days before varied among themselves, and large enough to matter. Or so
  /// many opened pushes of several versions lack acks: few campaigns vary by whom they go to, and what is opened has arrived.
  ///
  /// Campaigns that nobody acked are left out where so many may be silent pushes, which `message_silent` notes, and so are
  /// the hours that `ack_outage` reports. A fall that is gone without the campaigns that nobody opened either is never
  /// critical: an AppKey may have begun with silent pushes.
  ///
  /// Then it is split into what became worse inside the app's parts and what comes from a shift between them. When most
  /// is shift, nothing has broken: the mix has changed, and that is a note.
  package static let ackRateFall = Rule(.ackRateFall) { evidence in
    guard evidence.isRipe else { return [] }
    return evidence.comparisons.apps.compactMap { now in
      // `extension_silent` reports total silence.
      guard now.total[.ackEligible] >= evidence.limits.minimumSends, now.total[.eligibleAcked] > 0,
        let before = evidence.comparisons.past(of: now.appKey),
        before.total[.ackEligible] >= evidence.limits.minimumSends,
        let change = RateChange(from: before, to: now, least: evidence.limits.minimumSends)
      else { return nil }
      let outside = outsideOutages(of: now.appKey, evidence)
      let rests = [answered(change.now, of: now.appKey, evidence), outside?.promptAckRate].compactMap(\.self)
      let days = dailyRates(of: now.appKey, evidence)
      let chances = ([change.now] + rests).map { Self.chance(of: $0, before: change.before, days) }
      let plain = RateChange.fall(
        from: Metric.ackRate.rate(before.total), to: Metric.ackRate.rate(now.total))
      let matters =
        min(change.fall, plain) >= evidence.limits.ackRateFall
        && rests.allSatisfy { RateChange.fall(from: change.before, to: $0) >= evidence.limits.ackRateFall }
      // What the outages lost is theirs.
      let byOpens = outside == nil ? chanceOfOpens(now, evidence) : 1
      // Doubled, since it is asked in two ways.
      let chance = min(chances.max() ?? 1, 2 * byOpens)
      return Suspicion(
        chance: chance, finding: matters ? finding(change, of: now.appKey, evidence) : nil)
    }
  }

  /// The rate without silent pushes.
  private static func answered(_ now: Rate, of appKey: String, _ evidence: Evidence) -> Rate {
    let silent = UnansweredCampaigns(of: appKey, evidence)
    return silent.areUsual ? Rate(now.numerator, of: max(0, now.denominator - silent.sends)) : now
  }

  /// Whether campaigns that nobody acked or opened may be all there is of a fall, where people open others.
  private static func maySilentPushesExplain(
    _ change: RateChange, of appKey: String, _ evidence: Evidence
  ) -> Bool {
    let unanswered = UnansweredCampaigns(of: appKey, evidence)
    let rest = Rate(change.now.numerator, of: max(0, change.now.denominator - unanswered.unopenedSends))
    let fall = RateChange.fall(from: change.before, to: rest)
    return unanswered.mayBeUnopened && fall < evidence.limits.ackRateFall
  }

  /// The chance of so many opened pushes without acks on all versions but the one with most of them, which may have a cause
  /// of its own.
  private static func chanceOfOpens(_ now: AppBuilds, _ evidence: Evidence) -> Double {
    let days = daysBefore(of: now.appKey, evidence).map(\.unackedOpens)
    let versions = now.cells.reduce(into: [CohortKey: Rate]()) { sums, cell in
      let key = CohortKey(day: 0, appKey: "", parts: [cell.appVersion])
      sums[key, default: Rate(0, of: 0)].add(cell.counts.unackedOpens)
    }
    let worst = versions.max { ($0.value.numerator, $1.key) < ($1.value.numerator, $0.key) }?.key
    let others = versions.reduce(into: Rate(0, of: 0)) { if $1.key != worst { $0.add($1.value) } }
    return UsualOpens(days).chance(of: others)
  }

  /// The judged days without the hours of outages; `nil` where there are no outages.
  private static func outsideOutages(of appKey: String, _ evidence: Evidence) -> Counts? {
    let outages = evidence.comparisons.outages.told.filter { $0.appKey.hasSameBytes(as: appKey) }
    guard !outages.isEmpty else { return nil }
    return evidence.comparisons.hourCells[appKey].reduce(into: Counts()) { sum, cell in
      let hour = evidence.hours[cell.key.day]
      guard evidence.isJudged(hour: cell.key.day),
        !outages.contains(where: { $0.start < hour.end && hour.start < $0.end })
      else { return }
      sum.add(cell.counts)
    }
  }

  /// The larger of two: by the counts, and by how much the days before differed.
  private static func chance(of now: Rate, before: Rate, _ days: [Rate]) -> Double {
    let byCounts = Chance.ofLower(
      (now.numerator, now.denominator), than: (before.numerator, before.denominator))
    return max(byCounts, Chance.ofLower(now, than: days))
  }

  /// Ack-eligible sends below which a day's rate is left out; a day with few counts less anyway.
  private static let leastOfDay = 20

  /// The rates of the days before that have enough sends.
  private static func dailyRates(of appKey: String, _ evidence: Evidence) -> [Rate] {
    daysBefore(of: appKey, evidence).map(\.promptAckRate).filter { $0.denominator >= leastOfDay }
  }

  /// The days before the judged ones that have sends, in order.
  private static func daysBefore(of appKey: String, _ evidence: Evidence) -> [Counts] {
    var sums: [Int: Counts] = [:]
    for cell in evidence.comparisons.cells[appKey] where !evidence.isJudged(cell.key.day) {
      sums[cell.key.day, default: Counts()].add(cell.counts)
    }
    return sums.sorted { $0.key < $1.key }.map(\.value)
  }

  private static func finding(_ change: RateChange, of appKey: String, _ evidence: Evidence) -> Finding {
    let isMix = !change.parts.isEmpty && change.split.within > change.split.shift
    let lost = max(0, -change.split.within)
    let isHalf = lost >= (change.before.value ?? 0) / 2
    let isCritical = isHalf && !maySilentPushesExplain(change, of: appKey, evidence)
    return Finding(
      .ackRateFall, isMix ? .info : isCritical ? .critical : .warning, appKey: appKey,
      scope: isMix ? mixScope(change) : scope(change.worst?.build),
      since: evidence.onsetOfFall(evidence.comparisons.hourCells[appKey].ackRates)
        ?? evidence.judgedSince,
      deliveries: change.now.denominator, observed: change.now.value, expected: change.before.value,
      interval: change.now.interval, cause: (isMix ? mixCause : realCause)(change),
      rivals: isMix ? mixRivals : realRivals(change),
      nextStep: isMix
        ? "see which app versions and OS versions have grown, and whether they should be acked better"
        : """
        look at the findings of this AppKey with the same onset; without any, compare its builds, \
        networks and hours
        """,
      rows: "deliveries-of")
  }

  private static func scope(_ segment: RateChange.Segment?) -> FindingScope {
    guard let segment else { return FindingScope() }
    let entries: [(FindingScope.Part, String)] = [
      (.appVersion, segment.appVersion), (.osVersion, segment.osVersion),
    ]
    return FindingScope(entries.filter { !$0.1.isEmpty })
  }

  /// The part that has grown is named where most of the shift is its own; the rates are always the AppKey's.
  private static func mixScope(_ change: RateChange) -> FindingScope {
    scope(change.grown).entries.reduce(.of(.note, words: "mix")) { $0.and($1.part, $1.value) }
  }

  /// `from 70.0 % to 60.0 %`, and how much of it is which part.
  private static func figures(_ change: RateChange) -> Phrase {
    """
    acks within the time-out fell from \(Figures.percent(change.before.value ?? 0)) to \
    \(Figures.percent(change.now.value ?? 0)) of the sends
    """
  }

  private static func points(_ share: Double) -> Phrase { "\(Figures.points(share)) points" }

  private static func realCause(_ change: RateChange) -> Phrase {
    guard let worst = change.worst else {
      return "\(figures(change)); the log does not name versions well enough to say where"
    }
    let (within, shift) = (points(change.split.within), points(change.split.shift))
    let place = scope(worst.build).phrase
    guard !place.isEmpty else {
      return """
        \(figures(change)): \(within) inside the builds and OS versions, of which \(points(worst.within)) in builds \
        that cannot be told apart, and \(shift) from their changed mix
        """
    }
    return """
      \(figures(change)): \(within) inside the builds and OS versions, of which \(points(worst.within)) in the part \
      of \(place), and \(shift) from their changed mix
      """
  }

  private static func mixCause(_ change: RateChange) -> Phrase {
    let cause: Phrase = """
      \(figures(change)), mostly because the mix of builds and OS versions has changed: \
      \(points(change.split.shift)) from the mix, \(points(change.split.within)) inside them
      """
    let place = scope(change.grown).phrase
    return place.isEmpty ? cause : "\(cause); most of it because \(place) has grown"
  }

  private static func realRivals(_ change: RateChange) -> [Rival] {
    (change.parts.isEmpty
      ? [Rival("the mix of builds has changed", settledBy: "a log that names the version of every send")]
      : [])
      + [
        Rival("other messages or audiences than before", settledBy: "the ack rates of single messages"),
        Rival("receipts that are missing in the log", settledBy: "the log files of these hours"),
      ]
  }

  private static let mixRivals = [
    Rival("the builds that have grown are worse than they should be", settledBy: "version_regression"),
    Rival("other audiences than before", settledBy: "the ack rates of single messages"),
  ]
}
