import ReceiptModel

/// A new build has no notification service extension: none of its pushes is acked, opens go on.
///
/// Of the app's devices 3 %, 25 % or 60 % take it.
struct MissingExtension: PlantedDefect {
  let site: DefectSite
  private let rollout: Rollout

  init(_ place: DefectPlace) {
    rollout = Rollout(place, share: place.size.of(0.03, 0.25, 0.6))
    var site = place.site(since: rollout.since)
    site.version = rollout.version
    self.site = site
  }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool {
    guard rollout.reach(&delivery) else { return false }
    delivery.removeAcks()
    return true
  }
}
