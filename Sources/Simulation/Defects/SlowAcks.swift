import ReceiptModel

/// From a moment on all acks of an app come later, and with them opens and dismissals.
///
/// By about 2, 5 or 12 s.
struct SlowAcks: PlantedDefect {
  let site: DefectSite
  private let delay: Double

  init(_ place: DefectPlace) {
    site = place.site(since: place.beforeEnd(hours: 30))
    delay = place.size.of(2_000, 5_000, 12_000)
  }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool {
    guard delivery.device.platform == .iOS, delivery.sender == site.appKey, site.holds(at: delivery.sentAt)
    else { return false }
    delivery.delayAnswers(by: chance.logNormal(median: delay, sigma: 0.3))
    return true
  }

  func isVisible(in outcome: DeliveryOutcome) -> Bool { outcome.isAcked }
}
