import ReceiptModel

/// A channel goes on taking an app's pushes and delivers fewer of them, without a word.
///
/// 30 %, 60 % or 90 % of those on the own connection; what does not arrive is not opened either.
struct ThrottledChannel: PlantedDefect {
  let site: DefectSite
  private let share: Double

  init(_ place: DefectPlace) {
    var site = place.site(since: place.beforeEnd(hours: 30))
    site.channel = .accs
    self.site = site
    share = place.size.of(0.3, 0.6, 0.9)
  }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool {
    guard delivery.device.platform == .android, delivery.sender == site.appKey,
      delivery.draft.channel == site.channel, site.holds(at: delivery.sentAt), chance.happens(share)
    else { return false }
    return delivery.rewriteLines { line in
      if ![.accepted, .sent, .sendFailed].contains(line.event.type.kind) { line.isDropped = true }
    }
  }

  func isVisible(in outcome: DeliveryOutcome) -> Bool { !outcome.isConfirmed }
}
