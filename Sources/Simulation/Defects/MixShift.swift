import ReceiptModel

/// Devices of an app move to an OS version that has always acked less: the app's ack rate falls, that of no OS
/// version does.
///
/// 8 % of the iOS devices are on it from the start, 20, 40 or 70 % more within six hours; it loses 40 % of the acks.
struct MixShift: PlantedDefect {
  let site: DefectSite
  private let share: Double

  private static let startShare = 0.08
  private static let loss = 0.4
  private static let ramp = Double(6 * DefectPlace.hour)

  init(_ place: DefectPlace) {
    share = place.size.of(0.2, 0.4, 0.7)
    var site = place.site(since: place.beforeEnd(hours: 30))
    site.osVersions = [Words.osVersions[Words.comingIOS]]
    self.site = site
  }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool {
    guard delivery.device.platform == .iOS, delivery.sender == site.appKey else { return false }
    let place = delivery.device.place(in: 1) - Self.startShare
    guard place < share else { return false }
    let moves = site.since.milliseconds + Int64(max(0, place) / share * Self.ramp)
    guard place < 0 || delivery.sentAt >= moves else { return false }
    delivery.rewriteLines { line in
      if line.event.osVersion > 0 { line.event.osVersion = UInt8(Words.comingIOS) }
    }
    if chance.happens(Self.loss) { delivery.removeAcks() }
    return true
  }
}
