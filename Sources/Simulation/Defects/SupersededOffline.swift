import ReceiptModel

/// Devices of an app are without a connection for 40 hours of every 48.
///
/// APNs keeps one push for each: the last one arrives when the device is back, those before it never do. 5 %, 15 % or
/// 40 % of the devices.
struct SupersededOffline: PlantedDefect {
  let site: DefectSite
  private let share: Double
  /// The last push of each device in each of its times away.
  private let kept: [Away: UInt64]

  private struct Away: Hashable {
    var device: DeviceKey
    /// When it ends.
    var back: Int64
  }

  private static let cycle = 48 * DefectPlace.hour
  private static let away = 40 * DefectPlace.hour

  init(_ place: DefectPlace) {
    site = place.site(since: place.start + (place.end - place.start) * 2 / 5)
    share = place.size.of(0.05, 0.15, 0.4)
    kept = Self.lastPushes(place, share: share, site: site)
  }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool {
    guard delivery.sender == site.appKey,
      let away = Self.away(delivery.device, at: delivery.sentAt, share: share, site: site)
    else { return false }
    if kept[away] == delivery.draft.messageID, let first = delivery.firstAnswer {
      delivery.delayAnswers(by: max(0, away.back + 500 + chance.upTo(20_000) - first))
    } else {
      delivery.removeAcks()
      delivery.removeReactions()
    }
    return true
  }

  private static func away(_ device: Device, at time: Int64, share: Double, site: DefectSite) -> Away? {
    guard device.platform == .iOS, device.place(in: 3) < share else { return nil }
    let phase = Int64(device.place(in: 4) * Double(cycle))
    let elapsed = time - site.since.milliseconds - phase
    guard elapsed >= 0, elapsed % cycle < away else { return nil }
    return Away(device: device.id, back: time - elapsed % cycle + away)
  }

  /// Plays the same log without the defect, to know what is sent to whom: since a defect that rewrites changes no
  /// send, it is the same with it.
  private static func lastPushes(
    _ place: DefectPlace, share: Double, site: DefectSite
  ) -> [Away: UInt64] {
    var scenario = place.scenario
    scenario.defects = scenario.defects.filter(Defect.usual.contains)
    var last: [Away: (sentAt: Int64, message: UInt64)] = [:]
    Simulator.play(scenario) { delivery in
      guard delivery.sender == place.app.key, delivery.firstSend != nil,
        let away = away(delivery.device, at: delivery.sentAt, share: share, site: site),
        last[away].map({ $0.sentAt <= delivery.sentAt }) ?? true
      else { return }
      last[away] = (delivery.sentAt, delivery.draft.messageID)
    }
    return last.mapValues(\.message)
  }
}
