import ReceiptModel

/// An app that sent every day has no line any more.
///
/// 26, 50 or 98 hours before the end.
struct QuietAppKey: PlantedDefect {
  let site: DefectSite

  init(_ place: DefectPlace) { site = place.site(since: place.beforeEnd(hours: place.size.of(26, 50, 98))) }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool {
    guard delivery.sender == site.appKey else { return false }
    return delivery.rewriteLines { line in
      if site.holds(at: line.event.logTime.milliseconds) { line.isDropped = true }
    }
  }

  func touches(_ outcome: DeliveryOutcome) -> Bool { true }

  func isVisible(in outcome: DeliveryOutcome) -> Bool { true }
}
