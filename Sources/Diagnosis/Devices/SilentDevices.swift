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

  init(of appKey: String, _ evidence: Evidence) {
    let slices = evidence.devices.slices.filter { $0.appKey.hasSameBytes(as: appKey) }
    for build in evidence.devices.builds where build.appKey.hasSameBytes(as: appKey) {
      let own = slices.filter {
        build.appVersion.isEmpty || $0.appVersion.hasSameBytes(as: build.appVersion)
      }
      let rate = Rate(own.reduce(0) { $0 + $1.acked }, of: own.reduce(0) { $0 + $1.eligible })
      guard let share = rate.interval?.lowerBound else { continue }
      for count in max(
        1, evidence.limits.mutedPushes)...max(DeviceBuild.pushesAtMost, evidence.limits.mutedPushes)
      where count <= DeviceBuild.pushesAtMost {
        let chance = Chance.ofNone(in: count, share: share)
        guard chance <= evidence.limits.chance else { continue }
        judged += build.byPushes[count]
        muted += build.silentByPushes[count]
        pushes += build.silentByPushes[count] * count
        expected += Double(build.byPushes[count]) * chance
      }
    }
  }
}
