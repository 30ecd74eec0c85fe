import Prose
package import ReceiptModel

extension Diagnosis {
  /// Findings, and what more days say of networks on which acks have become fewer.
  ///
  /// How many pushes are acked depends on the network in ways that are no fault: people with a cheap plan are off more
  /// often. So each AppKey is compared with itself in more days, as far as its other networks have not changed. Where
  /// several lose acks on a network, that is one finding, which names none. Where all builds lose acks there, nothing is
  /// said about the single builds.
  ///
  /// - Parameters:
  ///   - findings: of the judged days.
  ///   - longer: the evidence of more days, of which the judged ones are the last.
  package static func addingNetworks(
    _ findings: [Finding], judging judged: Evidence, by longer: Evidence
  ) -> [Finding] {
    let falls = networkFalls(judged, longer)
    guard !falls.isEmpty else { return findings }
    let losses = BuildLoss.all(longer)
    let told = findings.filter { !isExplained($0, by: falls, losses) }
    let names = Set(told.map(FindingName.init))
    let parts = falls.flatMap { fall in fall.fall.parts.map { (fall, $0) } }
    let fallen = Dictionary(grouping: parts, by: \.1.network)
    let added = fallen.sorted { $0.key < $1.key }.map { _, parts in
      finding(parts.map(\.1), of: parts.map(\.0), longer)
    }
    return (told + added.filter { !names.contains(FindingName($0)) }).sorted()
  }

  /// An AppKey and the networks on which it loses acks.
  private typealias AppFall = (appKey: String, fall: NetworkFall)

  /// Those that are beyond chance, by AppKey.
  private static func networkFalls(_ judged: Evidence, _ longer: Evidence) -> [AppFall] {
    guard judged.isRipe else { return [] }
    let (now, more) = (slices(judged), slices(longer))
    let falls = now.sorted { $0.key < $1.key }.compactMap { app, slices in
      networkFall(slices, beside: more[app] ?? [], judged, longer).map { (app.appKey, $0) }
    }
    let limit = FalseDiscovery.limit(of: falls.map(\.1.chance), rate: judged.limits.chance)
    return falls.filter { !$0.1.parts.isEmpty && $0.1.chance <= limit }
  }

  /// Of an AppKey in the judged days, or where these alone do not show one, in more of the last ones.
  private static func networkFall(
    _ slices: [DeviceSlice], beside all: [DeviceSlice], _ judged: Evidence, _ longer: Evidence
  ) -> NetworkFall? {
    let ofJudged = NetworkFall(NetworkStrata(slices, beside: all).strata, judged)
    guard ofJudged?.parts.isEmpty ?? true, !all.isEmpty, let first = judged.scope.days.first else {
      return ofJudged
    }
    let midnights = longer.scope.days.map(\.start).filter { $0 <= first.start }.dropFirst(leastDays)
    guard let since = NetworkFall(all, from: Array(midnights), longer), !since.isOver(in: slices) else {
      return ofJudged
    }
    return since
  }

  /// Days that say what is usual.
  private static let leastDays = 2

  private static func slices(_ evidence: Evidence) -> [CohortKey: [DeviceSlice]] {
    Dictionary(grouping: evidence.devices.slices) { CohortKey(day: 0, appKey: $0.appKey, parts: []) }
  }

  /// Whether a finding blames a build for acks that are missing on networks where all builds lack them, or one AppKey where
  /// several do.
  private static func isExplained(_ finding: Finding, by falls: [AppFall], _ losses: [BuildLoss]) -> Bool {
    guard finding.code == .extensionTimeouts,
      let fall = falls.first(where: { $0.appKey.hasSameBytes(as: finding.appKey) })?.fall
    else { return false }
    if let network = finding.scope[.network] {
      return falls.count { $0.fall.networks.contains(network) } > 1 && fall.networks.contains(network)
    }
    let loss = losses.first {
      $0.appKey.hasSameBytes(as: finding.appKey)
        && $0.version.hasSameBytes(as: finding.scope[.appVersion] ?? "")
    }
    return loss?.isOnNetworks == true && loss?.fall?.networks.allSatisfy(fall.networks.contains) == true
  }

  /// - Parameters:
  ///   - parts: what each AppKey loses on one network, one at least.
  ///   - falls: of these AppKeys.
  ///   - evidence: of more days than are judged.
  private static func finding(_ parts: [NetworkFall.Part], of falls: [AppFall], _ evidence: Evidence)
    -> Finding
  {
    let all = NetworkFall.Part(
      network: parts[0].network, acked: parts.acked, expected: parts.expected, devices: parts.devices)
    let isTime = falls.allSatisfy(\.fall.isOnSlow)
    let apps: Phrase = falls.count > 1 ? " of \(falls.count) AppKeys" : ""
    let figures: Phrase = """
      \(Figures.percent(all.acked.value ?? 0)) of \(all.acked.denominator) sent pushes\(apps) were acked, against \
      \(Figures.percent(all.expected)) to be expected by the days before there and by other networks now
      """
    return NetworkLoss.finding(
      all, of: falls.count > 1 ? "" : falls[0].appKey, sends: all.acked.denominator,
      since: evidence.onset(of: falls.map(\.appKey), on: all.network),
      cause: "\(isTime ? NetworkLoss.time : NetworkLoss.blocked): \(figures)", isTime: isTime)
  }
}
