import ReceiptModel

/// Campaigns of an app hold a word that Huawei's service forbids: it refuses them for all its devices.
///
/// A fourth, half or all of the campaigns.
struct RefusedContent: PlantedDefect {
  let site: DefectSite
  private let share: Double
  private let seed: UInt64

  private static let reason = #"80100016#Anti-Spam: "sale, today" is forbidden in [CONTENT]"#

  init(_ place: DefectPlace) {
    var site = place.site(since: place.beforeEnd(hours: 30))
    site.channel = .huawei
    site.isOfMessages = true
    site.reason = Self.reason
    self.site = site
    share = place.size.of(0.25, 0.5, 1)
    seed = place.scenario.seed
  }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool {
    guard delivery.draft.channel == .huawei, delivery.sender == site.appKey,
      delivery.message.isCampaign(from: site, share: share, seed: seed)
    else { return false }
    return delivery.fail(Self.reason, &chance)
  }

  func touches(_ outcome: DeliveryOutcome) -> Bool { outcome.firstFailure != nil }

  func isVisible(in outcome: DeliveryOutcome) -> Bool { outcome.firstSent == nil }
}
