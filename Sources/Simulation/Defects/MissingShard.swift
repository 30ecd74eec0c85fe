import ReceiptModel

/// A part of an app's log is not exported: all lines of some devices.
///
/// What is there looks as it should; only the console counts more.
///
/// The lines of 5 %, 15 % or 40 % of the devices, for the last two days.
struct MissingShard: PlantedDefect {
  let site: DefectSite
  private let share: Double

  init(_ place: DefectPlace) {
    site = place.site(since: place.beforeEnd(hours: 48))
    share = place.size.of(0.05, 0.15, 0.4)
  }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool {
    guard delivery.sender == site.appKey, site.holds(at: delivery.sentAt),
      delivery.device.place(in: 9) < share
    else { return false }
    return delivery.rewriteLines { line in line.isDropped = true }
  }

  func touches(_ outcome: DeliveryOutcome) -> Bool { true }

  func isVisible(in outcome: DeliveryOutcome) -> Bool { true }
}
