import ReceiptModel

/// Tokens that are refused all at once: they did not die, they are of another environment, app or account.
struct TokensRefusedAtOnce {
  /// The build whose tokens are refused; `nil` when it is everybody's.
  var appVersion: String?

  /// Fewer refusals say nothing about everybody.
  private static let fewest = 20
  /// Devices that are a build's, and not just somebody's.
  private static let fewestDevices = 10.0
  /// The share from which on it counts as everybody, a device or two apart.
  private static let everybody = 0.8

  /// - Returns: `nil` when dead tokens are just that.
  init?(_ series: FailureSeries, _ change: FailureChange, _ evidence: Evidence) {
    guard change.hasRisen, change.now.numerator >= Self.fewest else { return nil }
    if change.stretch.value ?? 0 >= Self.everybody { return }
    guard let version = Self.refusedBuild(series, change, evidence) else { return nil }
    appVersion = version
  }

  /// The build all of whose tokens are refused, while at most half of the others' are, if that explains most of the
  /// failures.
  private static func refusedBuild(
    _ series: FailureSeries, _ change: FailureChange, _ evidence: Evidence
  ) -> String? {
    var builds: [CohortKey: Counts] = [:]
    for build in evidence.versions.series(of: series.appKey) {
      builds[CohortKey(day: 0, appKey: "", parts: [build.parts[0]]), default: Counts()].add(
        evidence.versions.sum(build.places))
    }
    var total = Counts()
    for counts in builds.values { total.add(counts) }
    let whole = builds.filter { key, counts in
      let rate = refused(counts)
      return !key.parts[0].isEmpty && rate.value ?? 0 >= everybody && rate.numerator >= fewest
        && rate.numerator * 2 >= change.now.numerator
    }
    guard whole.count == 1, let build = whole.first else { return nil }
    total.subtract(build.value)
    guard let others = Self.refused(total).value, others < 0.5,
      areManyDevices(build.value[.sendFailed], beside: total, series.appKey, evidence)
    else { return nil }
    return build.key.parts[0]
  }

  /// Whether so many refusals are more than those of a few devices, if each gets as many pushes as the AppKey's others do:
  /// which device was refused, the sums do not tell.
  private static func areManyDevices(
    _ refusals: Int, beside others: Counts, _ appKey: String, _ evidence: Evidence
  ) -> Bool {
    guard let devices = evidence.devices.app(appKey)?.devices, devices > 0 else { return true }
    let pushesOfDevice = max(1, Double(others[.ackEligible]) / Double(devices))
    return Double(refusals) / pushesOfDevice >= fewestDevices
  }

  private static func refused(_ counts: Counts) -> Rate {
    Rate(counts[.sendFailed], of: counts[.sent] + counts[.sendFailed])
  }
}
