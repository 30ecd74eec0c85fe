import ReceiptModel

/// APNs takes a share of an app's pushes for too many.
///
/// 5 %, 20 % or 60 % of those of the last day.
struct ExceededQuota: PlantedDefect {
  let site: DefectSite
  private let share: Double

  init(_ place: DefectPlace) {
    var site = place.site(since: place.beforeEnd(hours: 24))
    site.channel = .apns
    site.reason = "TooManyRequests"
    self.site = site
    share = place.size.of(0.05, 0.2, 0.6)
  }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool {
    guard delivery.device.platform == .iOS, delivery.sender == site.appKey, site.holds(at: delivery.sentAt),
      chance.happens(share)
    else { return false }
    return delivery.fail("TooManyRequests", &chance)
  }

  func touches(_ outcome: DeliveryOutcome) -> Bool { outcome.firstFailure != nil }

  func isVisible(in outcome: DeliveryOutcome) -> Bool { outcome.firstSent == nil }
}
