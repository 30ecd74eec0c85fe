import ReceiptModel

/// One installation of an app.
///
/// All its properties follow from its number, so none of them is stored.
struct Device: Sendable {
  var id: DeviceKey
  var platform: Platform
  var version: AppVersion
  var osVersion: UInt8
  var brand: UInt8
  var network: UInt8
  var isp: UInt8
  var address: UInt16
  /// Where its pushes go while it holds no connection of its own.
  var vendor: Channel
  /// Its owner has switched notifications off: it takes pushes and shows none.
  var isMuted: Bool
  /// `nil` where all are alike.
  var activity: Activity?
  /// Evenly spread bits for traits that only a defect gives.
  var traits: UInt64

  init(number: Int, of app: SimulatedApp, seed: UInt64, in worlds: Set<World> = []) {
    var chance = RandomStream(seed: seed ^ RandomStream.mix(app.key), stream: UInt64(number))
    id = DeviceKey(high: chance.next(), low: chance.next())
    if worlds.contains(.ids) { id.low = UInt64(number) }
    let hasTail = worlds.contains(.versions)
    platform = chance.happens(app.iOSShare) ? .iOS : .android
    version =
      if hasTail {
        app.versions[app.versions.count - 1 - chance.rank(of: app.versions.count)]
      } else if worlds.contains(.builds) {
        app.versions[chance.below(app.versions.count)]
      } else {
        Self.version(of: app, &chance)
      }
    network = Self.networks.pick(&chance)
    isp = Self.isps.pick(&chance)
    address = UInt16(1 + chance.below(Words.addresses.count - 1))
    isMuted = chance.happens(0.04)
    if platform == .iOS {
      osVersion =
        hasTail ? Words.iOSTail[chance.rank(of: Words.iOSTail.count)] : Self.iOSVersions.pick(&chance)
      brand = 1
      vendor = .apns
    } else {
      osVersion =
        hasTail
        ? Words.androidTail[chance.rank(of: Words.androidTail.count)] : Self.androidVersions.pick(&chance)
      (brand, vendor) = Self.makers.pick(&chance)
    }
    traits = chance.next()
    if worlds.contains(.audiences) {
      let activity = Activity.shares.pick(&chance)
      self.activity = activity
      if !hasTail, !worlds.contains(.builds) { version = activity.version(of: app, &chance) }
    }
  }

  /// Whether requests from it often take longer than the extension waits.
  var isOnSlowNetwork: Bool { network > Self.slowestGoodNetwork }

  /// The index of 5g in `Words.networks`, which are sorted by speed.
  static let slowestGoodNetwork: UInt8 = 2

  private static func version(of app: SimulatedApp, _ chance: inout RandomStream) -> AppVersion {
    let newest = app.versions.count - 1
    let draw = chance.unit()
    if draw < 0.25 { return app.versions[newest] }
    if draw < 0.8 || newest < 2 { return app.versions[max(0, newest - 1)] }
    return app.versions[chance.below(newest - 1)]
  }

  // Indices into `Words`.
  private static let networks = Weighted<UInt8>([(1, 0.58), (2, 0.16), (3, 0.2), (4, 0.06)])
  private static let isps = Weighted<UInt8>([(1, 0.5), (2, 0.25), (3, 0.22), (4, 0.03)])
  private static let iOSVersions = Weighted<UInt8>([(1, 0.05), (2, 0.1), (3, 0.2), (4, 0.25), (5, 0.4)])
  private static let androidVersions = Weighted<UInt8>([(6, 0.1), (7, 0.2), (8, 0.2), (9, 0.3), (10, 0.2)])
  private static let makers = Weighted<(UInt8, Channel)>([
    ((2, .huawei), 0.24), ((3, .honor), 0.12), ((4, .xiaomi), 0.22), ((5, .oppo), 0.17),
    ((6, .vivo), 0.15), ((7, .meizu), 0.02), ((8, .fcm), 0.05), ((9, .fcm), 0.03),
  ])
}
