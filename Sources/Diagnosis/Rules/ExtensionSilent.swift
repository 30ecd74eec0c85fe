internal import Glibc
internal import ReceiptModel

extension Rule {
  /// The pushes of an app version are opened but never acked, while other versions of the app ack.
  ///
  /// An open proves that the push arrived, so a working extension would have acked most of them. If other versions ack
  /// a share p, no ack in n pushes has the chance (1 - p)^n; below one in a thousand it is a finding. Two such tests
  /// are made: n opened pushes with p the others' ack coverage, and, once the days are ripe, n sent pushes with p the
  /// others' ack rate. p is the lower end of its 95 % interval, so that few data of the others prove nothing.
  package static let extensionSilent = Rule(.extensionSilent) { evidence in
    let isRipe = evidence.scope.days.allSatisfy { evidence.scope.asOf >= $0.end + evidence.scope.settle }
    var findings: [Finding] = []
    let (builds, apps) = sums(evidence.versions)
    for (build, counts) in builds {
      // Deliveries without a version are mostly those that no device ever answered: they say nothing of a build.
      guard let version = build.parts.first, !version.isEmpty, var peers = apps[app(build)] else { continue }
      let total = peers
      peers.add(counts, times: -1)
      // Acks under a foreign AppKey are no silence: `app_key_mismatch` proves what is wrong with such a build.
      guard counts[.eligibleAcked] == 0, counts[.eligibleOpened] > 0, counts[.mismatch] == 0 else { continue }
      let byOpens = chance(Metric.ackCoverage.rate(peers), ofNoneIn: counts[.eligibleOpened])
      let bySends = isRipe ? chance(Metric.ackRate.rate(peers), ofNoneIn: counts[.ackEligible]) : 1
      guard min(byOpens, bySends) < evidence.limits.chance else { continue }
      let weight = Rate(counts[.ackEligible], of: total[.ackEligible]).value ?? 0
      let observed = Metric.ackRate.rate(counts)
      findings.append(
        Finding(
          .extensionSilent, weight >= evidence.limits.buildShare ? .critical : .warning,
          appKey: build.appKey,
          scope: .of(.appVersion, version),
          since: evidence.scope.days.first.map { Instant(milliseconds: $0.start) },
          deliveries: counts[.ackEligible], observed: observed.value,
          expected: Metric.ackRate.rate(peers).value, interval: observed.interval,
          cause:
            "this build has no notification service extension, or one with a wrong AppKey or AppSecret",
          rivals: [
            Rival("its minimum iOS is above the devices'", settledBy: "the extension's deployment target"),
            Rival("sends to it leave out mutable-content", settledBy: "the payloads of its messages"),
          ],
          nextStep: "check the extension target of this build: present, minimum iOS, AppKey and AppSecret"))
    }
    return findings
  }

  /// The counters by AppKey and app version, and by AppKey.
  private static func sums(_ cells: [CohortCell]) -> (builds: [CohortKey: Counts], apps: [CohortKey: Counts])
  {
    cells.reduce(into: ([:], [:])) { sums, cell in
      let build = CohortKey(day: 0, appKey: cell.key.appKey, parts: [cell.key.parts[0]])
      sums.0[build, default: Counts()].add(cell.counts)
      sums.1[app(build), default: Counts()].add(cell.counts)
    }
  }

  private static func app(_ build: CohortKey) -> CohortKey {
    CohortKey(day: 0, appKey: build.appKey, parts: [])
  }

  /// How likely it is that none of `count` is acked when each is with at least the rate's lower limit; 1 without data.
  private static func chance(_ rate: Rate, ofNoneIn count: Int) -> Double {
    guard let low = rate.interval?.lowerBound else { return 1 }
    return pow(1 - low, Double(count))
  }
}
