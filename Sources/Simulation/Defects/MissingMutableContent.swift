import ReceiptModel

/// Some campaigns leave out `mutable-content`, or misspell it: iOS never starts the extension for them.
///
/// A sixth, a third or two thirds of the app's campaigns.
struct MissingMutableContent: PlantedDefect {
  let site: DefectSite
  private let share: Double
  private let seed: UInt64
  let payload: SimulatedPayload

  init(_ place: DefectPlace) {
    var site = place.site(since: place.release)
    site.isOfMessages = true
    self.site = site
    share = place.size.of(1 / 6, 1 / 3, 2 / 3)
    seed = place.scenario.seed
    payload = place.defect == .misspeltMutableContent ? .misspelt : .withoutMutableContent
  }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool {
    guard delivery.device.platform == .iOS, delivery.sender == site.appKey,
      delivery.message.isCampaign(from: site, share: share, seed: seed)
    else { return false }
    delivery.removeAcks()
    return true
  }
}
