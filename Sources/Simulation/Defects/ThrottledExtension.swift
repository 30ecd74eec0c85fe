import ReceiptModel

/// The extension of some devices takes until its last try for a while, and then iOS hardly starts it any more.
///
/// 10 %, 25 % or 50 % of an app's devices. After the start every device acks as ever for up to a day, then slowly for
/// two days, then one push in ten.
struct ThrottledExtension: PlantedDefect {
  let site: DefectSite
  private let share: Double

  private static let day = 24 * DefectPlace.hour

  init(_ place: DefectPlace) {
    site = place.site(since: place.start + (place.end - place.start) * 2 / 5)
    share = place.size.of(0.1, 0.25, 0.5)
  }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool {
    guard delivery.device.platform == .iOS, delivery.sender == site.appKey else { return false }
    let place = delivery.device.place(in: 2)
    let slowSince = site.since.milliseconds + Int64(place / share * Double(Self.day))
    guard place < share, delivery.sentAt >= slowSince else { return false }
    if delivery.sentAt >= slowSince + 2 * Self.day {
      if !chance.happens(0.1) { delivery.removeAcks() }
    } else if let first = delivery.firstAckInExtension, first < 12_000 {
      delivery.delayAnswers(by: 12_000 - first + chance.upTo(4_500))
      delivery.rewriteLines { line in if line.event.type == .extAck { line.event.attempt = 3 } }
    }
    return true
  }
}
