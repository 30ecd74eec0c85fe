import ReceiptModel

/// More owners of an app have switched notifications off: APNs takes their pushes, nothing ever comes back.
///
/// 8 %, 20 % or 40 % of the iOS devices, beside the 4 % of every log.
struct MutedDevices: PlantedDefect {
  let site: DefectSite
  private let share: Double

  init(_ place: DefectPlace) {
    site = place.site(since: place.start)
    share = place.size.of(0.08, 0.2, 0.4)
  }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool {
    guard delivery.device.platform == .iOS, delivery.sender == site.appKey,
      delivery.device.place(in: 5) < share
    else { return false }
    delivery.removeAcks()
    delivery.removeReactions()
    return true
  }
}
