internal import ReceiptModel

/// Acks that are slower than nearly all of those they are compared with.
enum SlowAcks {
  /// The judged hours of an AppKey against those before; `nil` with too few acks to compare.
  static func overTime(_ appKey: String, _ hours: [AckHour], _ evidence: Evidence) -> Suspicion? {
    let past = hours.filter { !$0.isJudged }.latencies
    let present = hours.filter(\.isJudged).latencies
    guard let edge = past.percentiles([0.95])[0], past.total >= evidence.limits.minimumSends,
      present.total > 0
    else { return nil }
    let before = past.slower(than: edge)
    let now = present.slower(than: edge)
    let chance = Chance.ofLower(
      (now.denominator - now.numerator, now.denominator),
      than: (before.denominator - before.numerator, before.denominator))
    guard let share = now.value, let usual = before.value, isMaterial(share, usual, evidence),
      isMore(
        Rate(now.numerator, of: hours.filter(\.isJudged).ackRate.denominator),
        Rate(before.numerator, of: hours.filter { !$0.isJudged }.ackRate.denominator))
    else { return Suspicion(chance: chance, finding: nil) }
    let series = hours.map { hour in
      (time: Instant(milliseconds: hour.start), rate: hour.latencies.slower(than: edge))
    }
    return Suspicion(
      chance: chance,
      finding: Finding(
        .ackLatencyRegression, .warning, appKey: appKey, since: Onset.time(of: series),
        deliveries: now.denominator, observed: share, expected: usual, interval: now.interval,
        cause: "acks come later than they did: \(Words.percent(share)) took longer than"
          + " \(Words.duration(milliseconds: Double(edge))), which \(Words.percent(usual)) did before; "
          + "\(percentiles(present)), before \(percentiles(past))",
        rivals: [
          Rival(
            "the gateway hands pushes over later", settledBy: "latencies of other AppKeys of the same hours"),
          Rival(
            "more pushes go to devices on slow networks", settledBy: "the mix of networks, now and before"),
          Rival(
            "clocks of the sender and of those who stamp acks drifted apart", settledBy: "acks before sends"),
        ],
        nextStep: "compare latencies by app version and network, to see whether all acks are slower or some",
        rows: "deliveries-of"))
  }

  /// Each build against the app's other builds, network by network.
  ///
  /// - Parameter named: builds of which it is said already that their time runs out.
  static func byBuild(_ evidence: Evidence, without named: [BuildLoss]) -> [Suspicion] {
    let named = Set(named.map { CohortKey(day: 0, appKey: $0.appKey, parts: [$0.version]) })
    let apps = Dictionary(grouping: evidence.devices.slices.filter { !$0.appVersion.isEmpty }) {
      CohortKey(day: 0, appKey: $0.appKey, parts: [])
    }
    return apps.keys.sorted().flatMap { app in
      let builds = Dictionary(grouping: apps[app] ?? []) {
        CohortKey(day: 0, appKey: $0.appKey, parts: [$0.appVersion])
      }
      return builds.keys.sorted().compactMap { build -> Suspicion? in
        guard !named.contains(build), let own = builds[build] else { return nil }
        let peers = builds.filter { $0.key != build }.flatMap(\.value)
        return suspicion(build, NetworkStrata(own, peers), evidence)
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
        since: evidence.scope.days.first.map { Instant(milliseconds: $0.start) },
        deliveries: strata.own.eligible, observed: observed.value, expected: usual,
        interval: observed.interval,
        cause:
          "acks of this build come later than those of other builds on the same networks: of those within a"
          + " minute, \(Words.percent(observed.value ?? 0)) took \(edge) s or more, of others'"
          + " \(Words.percent(usual))",
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

  /// Whether slow acks are more of all sends too: where quick acks are lost, slow ones are a larger part of the rest.
  private static func isMore(_ now: Rate, _ before: Rate) -> Bool {
    (now.value ?? 0) >= 1.5 * (before.value ?? 0)
  }

  /// `half within 0.9 s, 95 % within 4.1 s`.
  private static func percentiles(_ latencies: LatencyHistogram) -> String {
    let values = latencies.percentiles([0.5, 0.95]).map { Words.duration(milliseconds: Double($0 ?? 0)) }
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
