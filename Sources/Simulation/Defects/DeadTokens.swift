import ReceiptModel

/// Devices of an app are gone: the gateway refuses their tokens, most as unregistered.
///
/// 4 %, 12 % or 30 % of the iOS devices, beside the few of every log.
struct DeadTokens: PlantedDefect {
  let site: DefectSite
  private let share: Double

  init(_ place: DefectPlace) {
    site = place.site(since: place.beforeEnd(hours: 30))
    share = place.size.of(0.04, 0.12, 0.3)
  }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool {
    let place = delivery.device.place(in: 6)
    guard delivery.device.platform == .iOS, delivery.sender == site.appKey, site.holds(at: delivery.sentAt),
      place < share
    else { return false }
    return delivery.fail(place < share * 0.8 ? "Unregistered" : "ExpiredToken", &chance)
  }

  func touches(_ outcome: DeliveryOutcome) -> Bool { outcome.firstFailure != nil }

  func isVisible(in outcome: DeliveryOutcome) -> Bool { outcome.firstSent == nil }
}
