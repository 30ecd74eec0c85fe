import Glibc
import ReceiptModel

/// Acks of a build, or of an AppKey, that are missing on some networks and not on its others.
///
/// Devices of one build may be off more often than those of another, but hardly on one kind of network only. So what
/// is expected there is the peers' rate, times how the build does beside its peers on its other networks.
struct NetworkFall: Equatable, Sendable {
  /// A network on which acks are missing.
  struct Part: Equatable, Sendable {
    var network: String
    /// Acks of the sends there, or of the opened ones.
    var acked: Rate
    /// The share of them that is expected.
    var expected: Double
    var devices: Int
  }

  /// The surest first.
  private(set) var parts: [Part] = []
  /// The chance of so few acks on them, or on the worst where there is none, or fewer, if the build did there as on its
  /// others; times the number of networks for each, as the worst was chosen.
  private(set) var chance = 1.0
  /// Acks on the other networks.
  private var elsewhere = Rate(0, of: 0)
  /// Whether the peers make more later tries there than on the build's other networks, as on slow ones.
  private(set) var isOnSlow = false

  var networks: [String] { parts.map(\.network) }
  /// The acks that are expected, and do not come.
  var missing: Double { parts.expected * Double(parts.acked.denominator) - Double(parts.acked.numerator) }
  var acked: Rate { parts.acked }
  /// A device counts once for each of the networks.
  var devices: Int { parts.devices }
  /// The share of acks that is expected on all of them.
  var expected: Double { parts.expected }

  /// Sends on a network below which nothing is said about it alone, and below which nothing at all.
  private static let enough = 20
  private static let fewest = 10
  /// The networks with the most sends, which are compared: their names come from devices, and may be any number.
  private static let most = 16

  /// - Returns: `nil` with fewer than two networks to compare.
  init?(_ strata: [NetworkStrata.Stratum], _ evidence: Evidence) {
    let pushes = Self.pushesOfDevice(strata.map(\.peers))
    self.init(strata.map { NetworkRates($0, pushes) }, evidence)
  }

  /// - Parameter choices: from among how many comparisons this was chosen.
  private init?(_ networks: [NetworkRates], _ evidence: Evidence, choices: Int = 1) {
    let all = networks.filter { !$0.network.isEmpty && $0.sends >= Self.fewest }
    let largest = all.sorted { $0.own.acks.denominator > $1.own.acks.denominator }.prefix(Self.most)
    let known = largest.filter { $0.sends >= Self.enough }
    guard known.count > 1 else { return nil }
    var times = Double(known.count * choices)
    var (others, fallen) = (known, [NetworkRates]())
    func isFallen(_ rates: NetworkRates, beside others: [NetworkRates], chance: Double) -> Bool {
      guard chance < evidence.limits.chance, let share = Self.expected(rates, beside: others, \.acks)?.value
      else { return false }
      return share - (rates.own.acks.value ?? 0) >= 2 * evidence.limits.lostAcks
    }
    while others.count > 1 {
      let chances = others.indices.map { Self.chance(others[$0], beside: others.without($0)) }
      let place = chances.indices.min { chances[$0] < chances[$1] } ?? 0
      let (worst, rest) = (others[place], others.without(place))
      let chance = min(1, times * chances[place])
      if fallen.isEmpty { self.chance = chance }
      guard isFallen(worst, beside: rest, chance: chance) else { break }
      fallen.append(worst)
      others = rest
    }
    if !fallen.isEmpty {
      // With few pushes a network tells something only beside others.
      times = Double(largest.count * choices)
      fallen += largest.filter { rates in
        let chance = times * Self.chance(rates, beside: others)
        return rates.sends < Self.enough && isFallen(rates, beside: others, chance: chance)
      }
    }
    if fallen.count > 1 {
      let chances = fallen.map { min(1, times * Self.chance($0, beside: others)) }
      chance = chances.dropFirst().reduce(chances[0], Chance.ofBoth)
    }
    parts = fallen.map { rates in
      Part(
        network: rates.network, acked: rates.own.acks,
        expected: Self.expected(rates, beside: others, \.acks)?.value ?? 0, devices: rates.devices)
    }
    isOnSlow = Self.slowness(fallen) > Self.slowness(others)
    elsewhere = others.reduce(into: Rate(0, of: 0)) { $0.add($1.own.acks) }
  }

  /// Of an AppKey from one of some midnights on, that with the clearest fall, beside its own acks before.
  ///
  /// A day of an AppKey with few pushes says little, the more so where many of them are silent pushes.
  ///
  /// - Parameters:
  ///   - slices: the AppKey's of all these days, some at least.
  ///   - midnights: milliseconds since 1970.
  init?(_ slices: [DeviceSlice], from midnights: [Int64], _ evidence: Evidence) {
    let strata = NetworkStrata(slices, beside: []).strata
    let pushes = Self.pushesOfDevice(strata.map(\.own))
    let series = strata.map { evidence.devices.networkHours.rates(of: slices[0].appKey, on: $0.name) }
    let falls = midnights.compactMap { midnight in
      let networks = zip(strata, series).map {
        NetworkRates($0.name, $0.own, $1, from: midnight, pushes)
      }
      return NetworkFall(networks, evidence, choices: midnights.count)
    }
    guard let clearest = falls.min(by: { $0.chance < $1.chance }) else { return nil }
    self = clearest
  }

  /// Whether there are no longer fewer acks on these networks beside the others, as far as some slices can tell.
  func isOver(in slices: [DeviceSlice]) -> Bool {
    let (there, others) = (rate(slices) { networks.contains($0) }, rate(slices) { !networks.contains($0) })
    guard there.denominator >= Self.enough, let now = there.value, let before = acked.value,
      let othersNow = others.value, let othersBefore = elsewhere.value
    else { return false }
    // A day of silent pushes has fewer acks everywhere.
    return now * othersBefore > (before + expected) / 2 * othersNow
  }

  private func rate(_ slices: [DeviceSlice], on isWanted: (String) -> Bool) -> Rate {
    slices.filter { isWanted($0.networkType) }.reduce(into: Rate(0, of: 0)) {
      $0.add(Rate($1.acked, of: $1.eligible))
    }
  }
}

extension NetworkFall {
  /// How many independent pushes tell as much as one device, on all networks with enough sends to compare.
  private static func pushesOfDevice(_ sums: [NetworkStrata.Sum]) -> Double {
    sums.filter { $0.eligible >= enough }.reduce(into: DeviceShares()) { $0.add($1.shares) }.pushesOfDevice
  }

  /// The chance of so few acks on a network if the build did there as on others.
  private static func chance(_ worst: NetworkRates, beside others: [NetworkRates]) -> Double {
    let own = worst.own.independent
    guard let expected = expected(worst, beside: others, \.independent) else { return 1 }
    return Chance.ofLower(
      (own.numerator, own.denominator), than: (expected.numerator, expected.denominator))
  }

  /// The rate that is expected on a network, of as many pushes as would show it as surely as the rates that it follows
  /// from do: the peers' there, the build's on its other networks, and the peers' on these with its mix.
  ///
  /// The variances of logarithms of rates add up where the rates are multiplied; see `RatioTrend`.
  private static func expected(
    _ worst: NetworkRates, beside others: [NetworkRates], _ rate: (NetworkRates.Side) -> Rate
  ) -> Rate? {
    let pairs = others.map { Standardisation.Stratum(rate($0.own), rate($0.peers)) }
    guard let usual = Standardisation.direct(pairs) else { return nil }
    let (ownSends, peerSends) = pairs.reduce((0, 0)) {
      ($0.0 + $1.one.denominator, $0.1 + $1.other.denominator)
    }
    let there = rate(worst.peers)
    let peers = RatioTrend.logarithm(there)
    let own = RatioTrend.logarithm(.of(usual.one, of: ownSends))
    let others = RatioTrend.logarithm(.of(usual.other, of: peerSends))
    // Never 1: peers without a single miss are not known without error.
    let share = min(
      exp(peers.value + min(0, own.value - others.value)), 1 - 0.5 / Double(there.denominator + 1))
    let pushes = (1 - share) / (share * (peers.variance + own.variance + others.variance))
    return .of(share, of: Int(min(max(0, pushes), 1e9)))
  }

  private static func slowness(_ networks: [NetworkRates]) -> Double {
    let seconds = networks.reduce(into: AckSeconds()) { $0.add($1.seconds, times: 1) }
    return Rate(seconds.laterTries, of: seconds.firstTry + seconds.laterTries).value ?? 0
  }
}

extension [NetworkFall.Part] {
  var acked: Rate { reduce(into: Rate(0, of: 0)) { $0.add($1.acked) } }
  var devices: Int { reduce(0) { $0 + $1.devices } }
  /// The share of all their acks that is expected.
  var expected: Double {
    reduce(0) { $0 + $1.expected * Double($1.acked.denominator) } / Double(Swift.max(1, acked.denominator))
  }
}

extension [NetworkRates] {
  fileprivate func without(_ place: Int) -> [Element] {
    var others = self
    others.remove(at: place)
    return others
  }
}
