import Prose
import ReceiptModel

/// Acks that are slower than nearly all of those they are compared with.
enum SlowerAcks {
  /// The judged hours of an AppKey against those before; `nil` with too few acks to compare.
  ///
  /// It makes two comparisons. The one with the history's 95th percentile sees some acks that are very slow. The one
  /// with its median sees all acks a little slower: as the times spread over seconds, a delay of two seconds may move
  /// few acks over the former and nearly all over the latter.
  ///
  /// - Parameter builds: those that are slow by themselves. Where the others are not, nothing is said.
  static func overTime(
    _ appKey: String, _ hours: [AckHour], _ evidence: Evidence, besides builds: Set<CohortKey>
  ) -> Suspicion? {
    let now = hours.filter(\.isJudged)
    let before = hours.filter { !$0.isJudged }
    guard before.latencies.total >= evidence.limits.minimumSends,
      let tail = SlowerThan(0.95, now, before), let half = SlowerThan(0.5, now, before)
    else { return nil }
    let isTail =
      isMaterial(tail.share, tail.usual, evidence)
      && isMore(tail.ofSends(now), tail.ofSends(before), by: 1.5)
    let isHalf = isShifted(half, now, before, evidence)
    let found = isTail && (!isHalf || tail.chance <= half.chance) ? tail : isHalf ? half : nil
    // Doubled, since two tests were made.
    let chance = min(1, 2 * (found?.chance ?? min(tail.chance, half.chance)))
    guard let found, !isExplained(found, of: appKey, by: builds, evidence) else {
      return Suspicion(chance: chance, finding: nil)
    }
    return Suspicion(chance: chance, finding: finding(found, appKey, hours, now, before))
  }

  /// Whether the acks of the AppKey's other builds are about as slow as before.
  private static func isExplained(
    _ slow: SlowerThan, of appKey: String, by builds: Set<CohortKey>, _ evidence: Evidence
  ) -> Bool {
    guard builds.contains(where: { $0.appKey.hasSameBytes(as: appKey) }) else { return false }
    let others = evidence.devices.slices.filter { slice in
      slice.appKey.hasSameBytes(as: appKey)
        && !builds.contains(CohortKey(day: 0, appKey: slice.appKey, parts: [slice.appVersion]))
    }
    let seconds = others.reduce(into: AckSeconds()) { $0.add($1.seconds) }
    let late = Rate(seconds.slower(than: Int(slow.edge / 1000) + 1), of: seconds.withinMinute)
    guard late.denominator >= evidence.limits.minimumSends, let share = late.value else { return false }
    return share < (slow.share + slow.usual) / 2
  }

  /// Whether half as many acks again as usual are slower than the median, and the median has grown by half and a second.
  ///
  /// Days differ in how quickly pushes are handed over, so the excess must be twice that of any of those before.
  private static func isShifted(
    _ half: SlowerThan, _ now: [AckHour], _ before: [AckHour], _ evidence: Evidence
  ) -> Bool {
    guard half.share >= 1.5 * half.usual, isMore(half.ofSends(now), half.ofSends(before), by: 1.25),
      let median = now.latencies.percentiles([0.5])[0],
      let rise = half.largestRise(ofDays: before, least: evidence.limits.minimumSends / 2)
    else { return false }
    return median >= half.edge + max(1000, half.edge / 2) && half.share - half.usual >= 2 * rise
  }

  private static func finding(
    _ slow: SlowerThan, _ appKey: String, _ hours: [AckHour], _ now: [AckHour], _ before: [AckHour]
  ) -> Finding {
    Finding(
      .ackLatencyRegression, .warning, appKey: appKey,
      since: Onset.time(
        of: hours.map { (Instant(milliseconds: $0.start), $0.latencies.slower(than: slow.edge)) }),
      deliveries: slow.now.denominator, observed: slow.share, expected: slow.usual,
      interval: slow.now.interval,
      cause: """
        acks come later than before: \(Figures.percent(slow.share)) took longer than \
        \(Figures.duration(slow.edge)), against \(Figures.percent(slow.usual)) before; \
        \(percentiles(now.latencies)), before: \(percentiles(before.latencies))
        """,
      rivals: [
        Rival(
          "the gateway hands pushes over later", settledBy: "latencies of other AppKeys of the same hours"),
        Rival(
          "more pushes go to devices on slow networks", settledBy: "the mix of networks, now and before"),
        Rival(
          "the clock of the sender and the one that stamps acks drifted apart", settledBy: "acks before sends"
        ),
      ],
      nextStep: "compare latencies by app version and network, to see whether all acks are slower or some",
      rows: "deliveries-of")
  }

  /// Each build against the app's other builds, network by network.
  ///
  /// - Parameter named: builds of which another finding already says that their time runs out.
  static func byBuild(
    _ evidence: Evidence, without named: Set<CohortKey>
  ) -> [(build: CohortKey, suspicion: Suspicion)] {
    let apps = Dictionary(grouping: evidence.devices.slices.filter { !$0.appVersion.isEmpty }) {
      CohortKey(day: 0, appKey: $0.appKey, parts: [])
    }
    return apps.sorted { $0.key < $1.key }.flatMap { app, slices in
      NetworkStrata.each(of: slices, by: \.appVersion).compactMap { version, strata in
        let build = CohortKey(day: 0, appKey: app.appKey, parts: [version])
        return named.contains(build) ? nil : suspicion(build, strata, evidence).map { (build, $0) }
      }
    }
  }

  private static func suspicion(_ build: CohortKey, _ strata: NetworkStrata, _ evidence: Evidence)
    -> Suspicion?
  {
    let least = evidence.limits.minimumSends
    guard strata.own.seconds.withinMinute >= least, strata.peers.seconds.withinMinute >= least else {
      return nil
    }
    let edge = strata.peers.seconds.edge(of: 0.05)
    let pairs = strata.pairs { sum in
      Rate(sum.seconds.withinMinute - sum.seconds.slower(than: edge), of: sum.seconds.withinMinute)
    }
    guard let fast = Standardisation.direct(pairs) else { return nil }
    let chance = Standardisation.chanceOfLower(pairs)
    let (share, usual) = (1 - fast.one, 1 - fast.other)
    let late = strata.pairs { Rate($0.seconds.slower(than: edge), of: $0.eligible) }
    guard isMaterial(share, usual, evidence), let sent = Standardisation.direct(late),
      sent.one >= 1.5 * sent.other
    else { return Suspicion(chance: chance, finding: nil) }
    let observed = Rate(strata.own.seconds.slower(than: edge), of: strata.own.seconds.withinMinute)
    return Suspicion(
      chance: chance,
      finding: Finding(
        .ackLatencyRegression, .warning, appKey: build.appKey, scope: .of(.appVersion, build.parts[0]),
        since: evidence.judgedSince,
        deliveries: strata.own.eligible, observed: observed.value, expected: usual,
        interval: observed.interval,
        cause:
          """
          acks of this build come later than those of other builds on the same networks: of those within a minute, \
          \(Figures.percent(observed.value ?? 0)) took \(edge) s or more, against \(Figures.percent(usual)) for the others
          """,
        rivals: [
          Rival("the extension does slow work of its own first", settledBy: "the extension's code"),
          Rival(
            "the devices of this build are older or farther away", settledBy: "models and regions of devices"),
        ],
        nextStep: "measure how long this build's extension runs before it asks for the ack",
        rows: "deliveries-of"))
  }

  /// Enough slow acks, and twice as many as usual.
  private static func isMaterial(_ share: Double, _ usual: Double, _ evidence: Evidence) -> Bool {
    share >= evidence.limits.slowAcks && share >= 2 * usual
  }

  /// Whether slow acks are also a larger part of all sends: where quick acks are lost, slow ones are a larger part of
  /// the rest.
  private static func isMore(_ now: Rate, _ before: Rate, by factor: Double) -> Bool {
    (now.value ?? 0) >= factor * (before.value ?? 0)
  }

  /// `half within 0.9 s, 95 % within 4.1 s`.
  private static func percentiles(_ latencies: LatencyHistogram) -> Phrase {
    let values = latencies.percentiles([0.5, 0.95]).map { Figures.duration($0 ?? 0) }
    return "half within \(values[0]), 95 % within \(values[1])"
  }
}

extension AckSeconds {
  /// Acks from 0 to 60 s.
  fileprivate var withinMinute: Int { self[0...60] }

  /// Those of them from a second on.
  fileprivate func slower(than second: Int) -> Int { second > 60 ? 0 : self[second...60] }

  /// The first whole second from which on at most a share of the acks within a minute lies.
  fileprivate func edge(of share: Double) -> Int {
    (0...60).first { Double(slower(than: $0)) <= share * Double(withinMinute) } ?? 61
  }
}
