/// A build that a share of an app's devices takes over within a day.
struct Rollout: Sendable {
  var app: UInt64
  var version: AppVersion
  /// Of the app's iOS devices, from 0 to 1.
  var share: Double
  var since: Int64

  /// The next version of an app; of several builds planted together each has its own.
  init(_ place: DefectPlace, share: Double) {
    let newest = place.app.versions.last ?? AppVersion(1, 0, 0)
    app = place.app.key
    version = AppVersion(newest.major, newest.minor &+ 1 &+ UInt8(truncatingIfNeeded: place.turn), 0)
    self.share = share
    since = place.release
  }

  /// Gives a delivery the new version if its device runs it by then.
  ///
  /// - Returns: whether it does.
  func reach(_ delivery: inout Delivery) -> Bool {
    let device = delivery.device
    guard device.platform == .iOS, delivery.sender == app, delivery.sentAt >= since else { return false }
    let place = device.place(in: 100 + UInt64(version.minor))
    guard place < share, delivery.version == device.version else { return false }
    guard delivery.sentAt >= since + Int64(place / share * 86_400_000) else { return false }
    delivery.rewriteLines { line in if line.event.version != nil { line.event.version = version } }
    return true
  }
}

extension Device {
  /// A place from 0 to below 1 in an order of all devices; each number is another order.
  func place(in order: UInt64) -> Double {
    var chance = RandomStream(seed: traits, stream: order)
    return chance.unit()
  }
}
