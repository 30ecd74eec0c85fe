import Prose
import ReceiptModel

/// The acks of one kind of network beside those of the app's other networks, over its builds.
enum NetworkLoss {
  /// Every comparison that was made, of opened pushes only: how many of all sends are acked depends on the network in
  /// other ways too.
  ///
  /// - Parameter losses: of builds. Builds that lose acks are left out, since a finding says that of them already.
  static func suspicions(_ evidence: Evidence, without losses: [BuildLoss]) -> [Suspicion] {
    let lossy = Set(
      losses.filter { loss in
        loss.isOnNetworks || loss.chance < evidence.limits.chance && loss.lost >= evidence.limits.lostAcks
      }
      .map { CohortKey(day: 0, appKey: $0.appKey, parts: [$0.version]) })
    let slices = evidence.devices.slices.filter { slice in
      !slice.networkType.isEmpty
        && !lossy.contains(CohortKey(day: 0, appKey: slice.appKey, parts: [slice.appVersion]))
    }
    let apps = Dictionary(grouping: slices) { CohortKey(day: 0, appKey: $0.appKey, parts: []) }
    return apps.sorted { $0.key < $1.key }.flatMap { app, slices in
      NetworkStrata.each(of: slices, by: \.networkType, in: \.appVersion).compactMap { network, strata in
        suspicion(CohortKey(day: 0, appKey: app.appKey, parts: [network]), strata, evidence)
      }
    }
  }

  private static func suspicion(_ network: CohortKey, _ strata: NetworkStrata, _ evidence: Evidence)
    -> Suspicion?
  {
    let opened = strata.pairs { Rate($0.openedAcked, of: $0.opened) }
    guard let coverage = Standardisation.direct(opened) else { return nil }
    let chance = Standardisation.chanceOfLower(opened)
    // Slow networks always lose some acks, so the limit is twice the one for a build.
    guard coverage.other - coverage.one >= 2 * evidence.limits.lostAcks else {
      return Suspicion(chance: chance, finding: nil)
    }
    let traces = TimeTraces(strata, evidence)
    let isTime = traces.isLateMore || traces.isRetriedMore
    let observed = Rate(strata.own.openedAcked, of: strata.own.opened)
    let figures: Phrase = """
      \(Figures.percent(observed.value ?? 0)) of \(observed.denominator) opened pushes were acked, against \
      \(Figures.percent(coverage.other)) for the same builds on other networks
      """
    let time: Phrase = "the extension runs out of time on this network before its ack gets through"
    let blocked: Phrase = "requests for acks are blocked or lost on this network"
    let untraced: Phrase =
      "requests for acks are blocked or lost on this network, without a trace of later tries"
    return Suspicion(
      chance: chance,
      finding: Finding(
        .extensionTimeouts, .warning, appKey: network.appKey, scope: .of(.network, network.parts[0]),
        since: evidence.judgedSince,
        deliveries: strata.own.eligible, devices: strata.own.shares.devices, observed: observed.value,
        expected: coverage.other, interval: observed.interval,
        cause: isTime ? "\(time): \(figures)\(traces.signs)" : "\(untraced): \(figures)",
        rivals: [
          isTime
            ? Rival(blocked, settledBy: "whether any build acks normally on this network")
            : Rival(time, settledBy: "acks 6 to 17 s after the send, once more data are in"),
          Rival(
            "the ack server was out of reach for a while", settledBy: "the ack rate of this network by hour"),
        ],
        nextStep: "send a test push to a device on this network and see when its ack request ends",
        rows: "deliveries-of"))
  }
}
