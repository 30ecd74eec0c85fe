import ReceiptModel

/// The log says the app's version no more.
///
/// 12, 24 or 72 hours before the end.
struct VanishedField: PlantedDefect {
  let site: DefectSite

  init(_ place: DefectPlace) {
    var site = place.site(since: place.beforeEnd(hours: place.size.of(12, 24, 72)))
    site.field = "app_version"
    self.site = site
  }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool {
    guard delivery.sender == site.appKey else { return false }
    return delivery.rewriteLines { line in
      if site.holds(at: line.event.logTime.milliseconds) { line.event.version = nil }
    }
  }

  func touches(_ outcome: DeliveryOutcome) -> Bool { true }

  func isVisible(in outcome: DeliveryOutcome) -> Bool { true }
}
