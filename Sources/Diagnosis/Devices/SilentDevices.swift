import ReceiptModel

/// The devices of an AppKey that got enough pushes to be judged, and those of them that never answered.
struct SilentDevices: Sendable {
  /// Devices of which silence could not be chance.
  private(set) var judged = 0
  private(set) var muted = 0
  /// Their pushes, at least.
  private(set) var pushes = 0
  /// How many of `judged` would be silent by chance.
  private(set) var expected = 0.0

  /// The devices of each AppKey, whose key has no parts.
  static func all(_ evidence: Evidence) -> [CohortKey: SilentDevices] {
    var (builds, apps): ([CohortKey: Rate], [CohortKey: Rate]) = ([:], [:])
    for slice in evidence.devices.slices {
      let rate = Rate(slice.acked, of: slice.eligible)
      apps[key(slice.appKey), default: Rate(0, of: 0)].add(rate)
      builds[key(slice.appKey, slice.appVersion), default: Rate(0, of: 0)].add(rate)
    }
    return evidence.devices.builds.reduce(into: [:]) { devices, build in
      let app = key(build.appKey)
      let rate = build.appVersion.isEmpty ? apps[app] : builds[key(build.appKey, build.appVersion)]
      devices[app, default: SilentDevices()].add(build, rate: rate ?? Rate(0, of: 0), evidence.limits)
    }
  }

  static func key(_ appKey: String, _ version: String...) -> CohortKey {
    CohortKey(day: 0, appKey: appKey, parts: version)
  }

  private mutating func add(_ build: DeviceBuild, rate: Rate, _ limits: Evidence.Limits) {
    guard let share = rate.interval?.lowerBound else { return }
    for count in max(1, limits.mutedPushes)...max(DeviceBuild.pushesAtMost, limits.mutedPushes)
    where count <= DeviceBuild.pushesAtMost {
      let chance = Chance.ofNone(in: count, share: share)
      guard chance <= limits.chance else { continue }
      judged += build.byPushes[count]
      muted += build.silentByPushes[count]
      pushes += build.silentByPushes[count] * count
      expected += Double(build.byPushes[count]) * chance
    }
  }
}
