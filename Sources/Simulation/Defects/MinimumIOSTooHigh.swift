import ReceiptModel

/// The extension asks for a later iOS than the app: devices below it never ack, whatever their version.
///
/// It asks for 16, 17 or 18, which 5 %, 15 % or 35 % of the devices do not have.
struct MinimumIOSTooHigh: PlantedDefect {
  let site: DefectSite

  init(_ place: DefectPlace) {
    var site = place.site(since: place.release)
    site.osVersions = Array(Words.osVersions[1...].prefix(place.size.of(1, 2, 3)))
    self.site = site
  }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool {
    guard delivery.device.platform == .iOS, delivery.sender == site.appKey, site.holds(at: delivery.sentAt),
      site.osVersions.contains(Words.osVersions[Int(delivery.device.osVersion)])
    else { return false }
    delivery.removeAcks()
    return true
  }
}
