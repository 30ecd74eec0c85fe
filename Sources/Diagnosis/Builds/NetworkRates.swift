import ReceiptModel

/// The acks of a build, or of an AppKey, on a kind of network, and those that they are compared with.
struct NetworkRates: Sendable {
  struct Side: Sendable {
    /// Of ack-eligible sends.
    var acks: Rate
    /// Of as many independent pushes as tell the same.
    var independent: Rate
  }

  var network: String
  var own: Side
  var peers: Side
  /// Of the build or AppKey.
  var devices: Int
  /// Of the acks that the peers, or all, have there.
  var seconds: AckSeconds

  /// Those of the side with fewer.
  var sends: Int { min(own.acks.denominator, peers.acks.denominator) }

  /// - Parameter pushes: how many independent pushes tell as much as one device.
  init(_ stratum: NetworkStrata.Stratum, _ pushes: Double) {
    network = stratum.name
    own = Side(acks: stratum.own.acks, independent: stratum.own.independentAcks(pushes))
    peers = Side(acks: stratum.peers.acks, independent: stratum.peers.independentAcks(pushes))
    devices = stratum.own.shares.devices
    seconds = stratum.peers.seconds
  }

  /// An AppKey's acks from a moment on, beside its own before.
  ///
  /// How far its pushes depend on each other is known of all of them together: in a part of the time a device has fewer,
  /// so that these tell no less.
  ///
  /// - Parameters:
  ///   - sum: of all its sends there.
  ///   - rates: of these by hour.
  init(
    _ network: String, _ sum: NetworkStrata.Sum, _ rates: [(start: Int64, rate: Rate)], from moment: Int64,
    _ pushes: Double
  ) {
    let share = min(1, Double(sum.independentAcks(pushes).denominator) / Double(max(1, sum.eligible)))
    func side(_ isOwn: Bool) -> Side {
      let acks = rates.reduce(into: Rate(0, of: 0)) { if ($1.start >= moment) == isOwn { $0.add($1.rate) } }
      return Side(
        acks: acks, independent: .of(acks.value ?? 0, of: Int(share * Double(acks.denominator))))
    }
    self.network = network
    (own, peers) = (side(true), side(false))
    devices = sum.shares.devices
    seconds = sum.seconds
  }
}
