import ReceiptModel

/// Lines come without their AppKey, and nobody can say whose they are.
///
/// 0.5 %, 2 % or 6 % of all lines of the last 30 hours.
struct BrokenLines: PlantedDefect {
  let site: DefectSite
  private let share: Double

  init(_ place: DefectPlace) {
    var site = place.site(since: place.beforeEnd(hours: 30))
    site.appKey = nil
    self.site = site
    share = place.size.of(0.005, 0.02, 0.06)
  }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool {
    var isBroken = false
    return delivery.rewriteLines { line in
      // A line that was written twice is the same line twice.
      if !line.isRepeat {
        isBroken = site.holds(at: line.event.logTime.milliseconds) && chance.happens(share)
      }
      if isBroken { line.event.isBroken = true }
    }
  }

  func touches(_ outcome: DeliveryOutcome) -> Bool { true }

  func isVisible(in outcome: DeliveryOutcome) -> Bool { true }
}
