/// How much the owner of a device uses the app.
enum Activity: CaseIterable, Sendable {
  case idle, usual, active

  /// Three in ten devices are idle.
  static let shares = Weighted<Activity>([(.idle, 0.3), (.usual, 0.35), (.active, 0.35)])

  /// The share of days on which nothing reaches the device.
  var away: Double {
    switch self {
    case .idle: 0.7
    case .usual: 0.35
    case .active: 0.08
    }
  }

  /// How many times as often as elsewhere a push that shows is opened or dismissed.
  var interest: Double {
    switch self {
    case .idle: 0.2
    case .usual: 1
    case .active: 2
    }
  }

  /// How many times as often as elsewhere a gateway refuses its pushes.
  var refusals: Double {
    switch self {
    case .idle: 4
    case .usual: 1
    case .active: 0.3
    }
  }

  /// The version that such a device runs: who uses an app a lot is the first to have a new one.
  func version(of app: SimulatedApp, _ chance: inout RandomStream) -> AppVersion {
    let newest = app.versions.count - 1
    switch self {
    case .idle: return app.versions[chance.below(newest + 1)]
    case .usual: return app.versions[max(0, newest - (chance.happens(0.2) ? 0 : 1))]
    case .active: return app.versions[max(0, newest - (chance.happens(0.6) ? 0 : 1))]
    }
  }
}

extension Device {
  /// Whether nothing reaches it on the day of a time, since its owner does not use it.
  func isAway(at time: Int64) -> Bool {
    guard let activity else { return false }
    var chance = RandomStream(seed: traits, stream: 1 << 50 | UInt64(time / 86_400_000))
    return chance.happens(activity.away)
  }
}
