import ReceiptModel

/// A new build calls its content handler before the request has ended: a share of its acks is lost on every network,
/// and no second or third try is ever made.
///
/// Half of the devices take it; it loses 20 %, 40 % or 60 % of the acks of the first try.
struct EarlyHandler: PlantedDefect {
  let site: DefectSite
  private let rollout: Rollout
  private let loss: Double

  init(_ place: DefectPlace) {
    rollout = Rollout(place, share: 0.5)
    loss = place.size.of(0.2, 0.4, 0.6)
    var site = place.site(since: rollout.since)
    site.version = rollout.version
    self.site = site
  }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool {
    guard rollout.reach(&delivery) else { return false }
    let isLost = chance.happens(loss)
    delivery.removeAcks { isLost || $0 >= ServiceExtension.tryMilliseconds }
    return true
  }
}
