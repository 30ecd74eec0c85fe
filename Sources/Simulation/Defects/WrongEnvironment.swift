import ReceiptModel

/// An app's pushes go to the gateway for development builds: from that moment on it refuses every token.
///
/// 12, 24 or 72 hours before the end.
struct WrongEnvironment: PlantedDefect {
  let site: DefectSite

  init(_ place: DefectPlace) {
    var site = place.site(since: place.beforeEnd(hours: place.size.of(12, 24, 72)))
    site.channel = .apns
    site.reason = "BadDeviceToken"
    self.site = site
  }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool {
    guard delivery.device.platform == .iOS, delivery.sender == site.appKey, site.holds(at: delivery.sentAt)
    else { return false }
    return delivery.fail("BadDeviceToken", &chance)
  }

  func touches(_ outcome: DeliveryOutcome) -> Bool { outcome.firstFailure != nil }

  func isVisible(in outcome: DeliveryOutcome) -> Bool { outcome.firstSent == nil }
}
