import ReceiptModel

/// The certificate of an app expires: from that moment on every push to its iOS devices is refused.
///
/// 12, 24 or 72 hours before the end.
struct ExpiredCertificate: PlantedDefect {
  let site: DefectSite

  init(_ place: DefectPlace) {
    var site = place.site(since: place.beforeEnd(hours: place.size.of(12, 24, 72)))
    site.channel = .apns
    site.reason = "ExpiredProviderToken"
    self.site = site
  }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool {
    guard delivery.device.platform == .iOS, delivery.sender == site.appKey, site.holds(at: delivery.sentAt)
    else { return false }
    return delivery.fail("ExpiredProviderToken", &chance)
  }

  func touches(_ outcome: DeliveryOutcome) -> Bool { outcome.firstFailure != nil }

  func isVisible(in outcome: DeliveryOutcome) -> Bool { outcome.firstSent == nil }
}
