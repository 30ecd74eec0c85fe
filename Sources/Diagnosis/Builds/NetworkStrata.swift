import ReceiptModel

/// A build and its peers, network by network.
struct NetworkStrata: Sendable {
  /// The figures of some slices together.
  struct Sum: Sendable {
    var eligible = 0
    var acked = 0
    var opened = 0
    var openedAcked = 0
    var retried = 0
    var laterTries = 0
    /// A device counts once for each network it was seen on.
    var devices = 0
    var seconds = AckSeconds()
    var firsts = FirstPushes()

    mutating func add(_ slice: DeviceSlice) {
      eligible += slice.eligible
      acked += slice.acked
      opened += slice.opened
      openedAcked += slice.openedAcked
      retried += slice.retried
      laterTries += slice.laterTries
      devices += slice.devices
      seconds.add(slice.seconds)
      firsts.add(slice.firsts)
    }
  }

  /// Some slices and what they are compared with, in one network or in one version.
  struct Stratum: Sendable {
    /// Empty when unknown.
    var name: String
    var own = Sum()
    var peers = Sum()
  }

  private(set) var strata: [Stratum]
  private(set) var own = Sum()
  private(set) var peers = Sum()

  /// - Parameter name: what the strata are, by default the network.
  init(_ own: [DeviceSlice], _ peers: [DeviceSlice], by name: (DeviceSlice) -> String = \.networkType) {
    var sums: [CohortKey: Stratum] = [:]
    func add(_ slices: [DeviceSlice], to side: WritableKeyPath<Stratum, Sum>) {
      for slice in slices {
        let key = CohortKey(day: 0, appKey: "", parts: [name(slice)])
        sums[key, default: Stratum(name: name(slice))][keyPath: side].add(slice)
      }
    }
    add(own, to: \.own)
    add(peers, to: \.peers)
    strata = sums.sorted { $0.key < $1.key }.map(\.value)
    for slice in own { self.own.add(slice) }
    for slice in peers { self.peers.add(slice) }
    // Where networks are mostly unknown, the known ones are known from an answer; compared network by network, all
    // builds would look alike.
    let unknown = strata.first { $0.name.isEmpty }
    let unknownSends = (unknown?.own.eligible ?? 0) + (unknown?.peers.eligible ?? 0)
    if Double(unknownSends) > 0.2 * Double(self.own.eligible + self.peers.eligible) {
      strata = [Stratum(name: "", own: self.own, peers: self.peers)]
    }
  }

  /// The rates of both sides in each stratum.
  func pairs(_ rate: (Sum) -> Rate) -> [Standardisation.Stratum] {
    strata.map { Standardisation.Stratum(rate($0.own), rate($0.peers)) }
  }
}
