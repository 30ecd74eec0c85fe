import ReceiptModel

/// A build and its peers, network by network.
struct NetworkStrata: Sendable {
  /// The figures of some slices together.
  struct Sum: Equatable, Sendable {
    var eligible = 0
    var acked = 0
    var opened = 0
    var openedAcked = 0
    var retried = 0
    var laterTries = 0
    var seconds = AckSeconds()
    var firsts = FirstPushes()
    /// A device counts once for each network it was seen on.
    var shares = DeviceShares()

    /// Acks of ack-eligible sends.
    var acks: Rate { Rate(acked, of: eligible) }

    init() {}

    init(_ slice: DeviceSlice) {
      (eligible, acked, opened) = (slice.eligible, slice.acked, slice.opened)
      (openedAcked, retried, laterTries) = (slice.openedAcked, slice.retried, slice.laterTries)
      (seconds, firsts, shares) = (slice.seconds, slice.firsts, slice.shares)
    }

    /// - Parameter factor: -1 takes away what was added.
    mutating func add(_ other: Sum, times factor: Int = 1) {
      eligible += factor * other.eligible
      acked += factor * other.acked
      opened += factor * other.opened
      openedAcked += factor * other.openedAcked
      retried += factor * other.retried
      laterTries += factor * other.laterTries
      seconds.add(other.seconds, times: factor)
      firsts.add(other.firsts, times: factor)
      shares.add(other.shares, times: factor)
    }

    /// Acks of as many independent pushes as tell the same as those of its devices.
    ///
    /// - Parameter pushesOfDevice: how many tell as much as one device.
    func independentAcks(_ pushesOfDevice: Double) -> Rate {
      let count = Double(shares.devices) * pushesOfDevice
      return .of(shares.mean ?? 0, of: min(eligible, Int(count)))
    }

    func without(_ part: Sum) -> Sum {
      var rest = self
      rest.add(part, times: -1)
      return rest
    }
  }

  /// Some slices and what they are compared with, in one network or in one version.
  struct Stratum: Sendable {
    /// Empty when unknown.
    var name: String
    var own: Sum
    var peers: Sum
  }

  private(set) var strata: [Stratum]
  private(set) var own: Sum
  private(set) var peers: Sum

  /// Each part of some slices beside all the others, in the order of the parts' names.
  ///
  /// What the others have is what all have less the part's own. So the cost grows with the slices; with thousands of
  /// builds, adding up the others of each would take minutes. Strata that the part does not have compare nothing, and
  /// are left out.
  ///
  /// - Parameters:
  ///   - part: what is compared, such as the app version.
  ///   - name: what the strata are.
  static func each(
    of slices: [DeviceSlice], by part: (DeviceSlice) -> String,
    in name: (DeviceSlice) -> String = \.networkType
  ) -> [(part: String, strata: NetworkStrata)] {
    let whole = Self.sums(of: slices, by: name)
    let all = Self.total(whole)
    let parts = Dictionary(grouping: slices) { Self.key(part($0)) }
    return parts.sorted { $0.key < $1.key }.compactMap { key, slices in
      let own = Self.sums(of: slices, by: name)
      let strata = own.sorted { $0.key < $1.key }.map { name, sum in
        Stratum(name: name.parts[0], own: sum, peers: (whole[name] ?? sum).without(sum))
      }
      let total = Self.total(own)
      guard parts.count > 1 else { return nil }
      return (
        key.parts[0],
        NetworkStrata(
          strata, own: total, peers: all.without(total), unknownSends: whole[Self.key("")]?.eligible ?? 0)
      )
    }
  }

  /// Some slices beside others, network by network.
  init(_ slices: [DeviceSlice], beside others: [DeviceSlice]) {
    let (own, peers) = (Self.sums(of: slices, by: \.networkType), Self.sums(of: others, by: \.networkType))
    let strata = own.sorted { $0.key < $1.key }.map { name, sum in
      Stratum(name: name.parts[0], own: sum, peers: peers[name] ?? Sum())
    }
    let unknown = [own, peers].reduce(0) { $0 + ($1[Self.key("")]?.eligible ?? 0) }
    self.init(strata, own: Self.total(own), peers: Self.total(peers), unknownSends: unknown)
  }

  private init(_ strata: [Stratum], own: Sum, peers: Sum, unknownSends: Int) {
    (self.own, self.peers) = (own, peers)
    // Where networks are mostly unknown, the known ones are known from an answer; compared network by network, all
    // builds would look alike.
    let isMostlyUnknown = Double(unknownSends) > 0.2 * Double(own.eligible + peers.eligible)
    self.strata = isMostlyUnknown ? [Stratum(name: "", own: own, peers: peers)] : strata
  }

  private static func sums(of slices: [DeviceSlice], by name: (DeviceSlice) -> String) -> [CohortKey: Sum] {
    slices.reduce(into: [:]) { $0[key(name($1)), default: Sum()].add(Sum($1)) }
  }

  private static func total(_ sums: [CohortKey: Sum]) -> Sum {
    sums.values.reduce(into: Sum()) { $0.add($1) }
  }

  private static func key(_ name: String) -> CohortKey { CohortKey(day: 0, appKey: "", parts: [name]) }

  /// The rates of both sides in each stratum.
  func pairs(_ rate: (Sum) -> Rate) -> [Standardisation.Stratum] {
    strata.map { Standardisation.Stratum(rate($0.own), rate($0.peers)) }
  }
}

extension Rate {
  static func of(_ share: Double, of count: Int) -> Rate {
    Rate(Int((share * Double(count)).rounded()), of: count)
  }
}
