import Prose
import ReceiptModel

/// The acks of one kind of network beside those of the app's other networks, over its builds, and beside those of other
/// AppKeys on the same network.
enum NetworkLoss {
  /// Every comparison that was made.
  ///
  /// Of the app's own networks it is of opened pushes only: how many of all sends are acked depends on the network in
  /// other ways too, which are the same for other AppKeys.
  ///
  /// - Parameter losses: of builds. Builds that lose acks are left out, since a finding says that of them already.
  static func suspicions(_ evidence: Evidence, without losses: [BuildLoss]) -> [Suspicion] {
    let lossy = Set(
      losses.filter { loss in
        loss.isOnNetworks || loss.chance < evidence.limits.chance && loss.lost >= evidence.limits.lostAcks
      }.map { CohortKey(day: 0, appKey: $0.appKey, parts: [$0.version]) })
    let slices = evidence.devices.slices.filter { slice in
      !slice.networkType.isEmpty
        && !lossy.contains(CohortKey(day: 0, appKey: slice.appKey, parts: [slice.appVersion]))
    }
    let falls = evidence.isRipe ? falls(slices, evidence) : []
    let apps = Dictionary(grouping: slices) { CohortKey(day: 0, appKey: $0.appKey, parts: []) }
    let told = Set(falls.flatMap { app, fall in fall.networks.map { key(app, $0) } })
    let within = apps.sorted { $0.key < $1.key }.flatMap { app, slices in
      NetworkStrata.each(of: slices, by: \.networkType, in: \.appVersion).compactMap { network, strata in
        suspicion(key(app.appKey, network), strata, evidence).map { found in
          told.contains(key(app.appKey, network)) ? Suspicion(chance: found.chance, finding: nil) : found
        }
      }
    }
    return within + falls.flatMap { app, fall in suspicions(of: app, fall, evidence) }
  }

  private static func key(_ appKey: String, _ network: String) -> CohortKey {
    CohortKey(day: 0, appKey: appKey, parts: [network])
  }

  /// AppKeys beside each other, as far as they ack at all.
  private static func falls(_ slices: [DeviceSlice], _ evidence: Evidence) -> [(String, NetworkFall)] {
    NetworkStrata.each(of: slices, by: \.appKey).compactMap { app, strata in
      strata.own.acked > 0 ? NetworkFall(strata.strata, evidence).map { (app, $0) } : nil
    }
  }

  private static func suspicions(of appKey: String, _ fall: NetworkFall, _ evidence: Evidence) -> [Suspicion]
  {
    guard !fall.parts.isEmpty else { return [Suspicion(chance: fall.chance, finding: nil)] }
    return fall.parts.map { part in
      let figures: Phrase = """
        \(Figures.percent(part.acked.value ?? 0)) of \(part.acked.denominator) sent pushes were acked, against \
        \(Figures.percent(part.expected)) to be expected by other AppKeys there and by this one on other networks
        """
      return Suspicion(
        chance: fall.chance,
        finding: finding(
          part, of: appKey, sends: part.acked.denominator,
          since: evidence.onset(of: [appKey], on: part.network),
          cause: "\(fall.isOnSlow ? time : blocked): \(figures)", isTime: fall.isOnSlow))
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
    let untraced: Phrase =
      "requests for acks are blocked or lost on this network, without a trace of later tries"
    let part = NetworkFall.Part(
      network: network.parts[0], acked: observed, expected: coverage.other,
      devices: strata.own.shares.devices)
    return Suspicion(
      chance: chance,
      finding: finding(
        part, of: network.appKey, sends: strata.own.eligible,
        since: evidence.onset(of: [network.appKey], on: part.network),
        cause: isTime ? "\(time): \(figures)\(traces.signs)" : "\(untraced): \(figures)",
        isTime: isTime))
  }

  static let time: Phrase =
    "the extension runs out of time on this network before its ack gets through"
  static let blocked: Phrase = "requests for acks are blocked or lost on this network"

  static func finding(
    _ part: NetworkFall.Part, of appKey: String, sends: Int, since: Instant?, cause: Phrase, isTime: Bool
  ) -> Finding {
    Finding(
      .extensionTimeouts, .warning, appKey: appKey, scope: .of(.network, part.network),
      since: since, deliveries: sends, devices: part.devices, observed: part.acked.value,
      expected: part.expected, interval: part.acked.interval, cause: cause,
      rivals: [
        isTime
          ? Rival(blocked, settledBy: "whether any build acks normally on this network")
          : Rival(time, settledBy: "acks 6 to 17 s after the send, once more data are in"),
        Rival(
          "the ack server was out of reach for a while", settledBy: "the ack rate of this network by hour"),
      ],
      nextStep: "send a test push to a device on this network and see when its ack request ends",
      rows: "deliveries-of")
  }
}
