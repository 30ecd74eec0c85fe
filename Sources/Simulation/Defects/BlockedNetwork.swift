import ReceiptModel

/// From a moment on one network lets the reports of an app's extension no longer through, whatever the build: no ack
/// comes from there, and opens go on.
///
/// Of the acks on 4g 40 %, 80 % or all are lost.
struct BlockedNetwork: PlantedDefect {
  let site: DefectSite
  private let loss: Double
  private static let network: UInt8 = 3

  init(_ place: DefectPlace) {
    var site = place.site(since: place.release)
    site.networks = [Words.networks[Int(Self.network)]]
    self.site = site
    loss = place.size.of(0.4, 0.8, 1)
  }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool {
    guard delivery.device.platform == .iOS, delivery.sender == site.appKey, site.holds(at: delivery.sentAt),
      delivery.device.network == Self.network
    else { return false }
    let isLost = chance.happens(loss)
    delivery.removeAcks { _ in isLost }
    return true
  }
}
