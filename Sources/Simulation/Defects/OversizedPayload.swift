import ReceiptModel

/// Some campaigns carry more than the 4 KB that APNs takes: it refuses them for all devices.
///
/// The payload stands in the log of sends.
///
/// A fourth, half or all of the app's campaigns of the last two days.
struct OversizedPayload: PlantedDefect {
  let site: DefectSite
  private let share: Double
  private let seed: UInt64

  private static let reason = "PayloadTooLarge"

  init(_ place: DefectPlace) {
    var site = place.site(since: place.beforeEnd(hours: 48))
    site.channel = .apns
    site.isOfMessages = true
    site.reason = Self.reason
    self.site = site
    share = place.size.of(0.25, 0.5, 1)
    seed = place.scenario.seed
  }

  var payload: SimulatedPayload { .large }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool {
    guard delivery.device.platform == .iOS, delivery.sender == site.appKey,
      delivery.message.isCampaign(from: site, share: share, seed: seed)
    else { return false }
    return delivery.fail(Self.reason, &chance)
  }

  func touches(_ outcome: DeliveryOutcome) -> Bool { outcome.firstFailure != nil }

  func isVisible(in outcome: DeliveryOutcome) -> Bool { outcome.firstSent == nil }
}
