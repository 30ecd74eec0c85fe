import ReceiptModel

/// A new build loses acks of its pushes, whatever the network and however long they would have taken.
///
/// Half of the devices take it; it loses 15 %, 33 % or 60 %. The latencies of the others are as before, late tries
/// among them: that tells it from `EarlyHandler`.
struct LossyVersion: PlantedDefect {
  let site: DefectSite
  private let rollout: Rollout
  private let loss: Double

  init(_ place: DefectPlace) {
    rollout = Rollout(place, share: 0.5)
    loss = place.size.of(0.15, 0.33, 0.6)
    var site = place.site(since: rollout.since)
    site.version = rollout.version
    self.site = site
  }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool {
    guard rollout.reach(&delivery) else { return false }
    if chance.happens(loss) { delivery.removeAcks() }
    return true
  }
}
