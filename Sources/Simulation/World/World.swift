/// What tells a log from a tidy one: each is true of some real log.
///
/// Any of them go together.
package enum World: String, CaseIterable, Sendable {
  /// Device and message ids of any form: see `IDForm`.
  case ids
  /// App versions and OS versions with a long tail: some have most devices, most have a few.
  case versions
  /// Forty AppKeys, the largest with a hundred times the devices of the smallest.
  case apps
  /// Beside few campaigns, messages of which each goes to one device.
  case singles
  /// Quiet weekends, and messages that start together in one minute.
  case week
  /// Devices that are away for days and answer when they are back.
  case returns
  /// Fields that are missing, here and there.
  case gaps
  /// Three thousand versions of each app, with about as many devices each.
  case builds
  /// Records of several sources in one file: `send-log`, `open-log`, vendors' own, some of them of no push, and the
  /// receipts.
  case sources
  /// Campaigns to people who use the app a lot or hardly at all: these answer less, run old versions and have more dead
  /// tokens.
  case audiences
  /// Pushes for the app and not for people, among the others.
  case silent
  /// An app that begins, another that stops, and new versions that are rolled out.
  case lifecycles
}

extension World {
  /// The worlds in which every record is a receipt.
  package static let ofReceipts = Set(allCases).subtracting([.sources])

  /// Some of `ofReceipts`, or none, the same for the same seed; a small log of `builds` is one of single deliveries.
  package static func drawn(_ seed: UInt64) -> Set<World> {
    var chance = RandomStream(seed: seed, stream: 1 << 61)
    return Set(allCases.filter { chance.happens(0.4) && ofReceipts.contains($0) && $0 != .builds })
  }
}

extension Scenario {
  /// The scenario in other worlds than the tidy one.
  package func inWorlds(_ worlds: Set<World>) -> Scenario {
    var scenario = self
    scenario.worlds = worlds
    if worlds.contains(.apps) {
      let first = scenario.apps.map(\.key).max() ?? 0
      for rank in UInt64(1)...36 {
        scenario.apps.append(
          SimulatedApp(
            key: first + rank * 7_919, weight: 2 / Double(rank), iOSShare: Double(rank % 3) / 2,
            versions: [AppVersion(1, 0, 0), AppVersion(1, UInt8(rank), 0)]))
      }
    }
    if worlds.contains(.lifecycles) {
      let first = scenario.apps.map(\.key).max() ?? 0
      for (place, life) in [0.6..<Double.infinity, 0..<0.6].enumerated() {
        var app = SimulatedApp(
          key: first + UInt64(1 + place) * 104_729, weight: 1.5, iOSShare: 1,
          versions: [AppVersion(1, 0, 0), AppVersion(1, 1, 0)])
        app.life = life
        scenario.apps.append(app)
      }
    }
    if worlds.contains(.versions) {
      for app in scenario.apps.indices {
        scenario.apps[app].versions = (0..<60).map { AppVersion(1 + $0 / 12, $0 % 12, $0 % 5) }
      }
    }
    if worlds.contains(.builds) {
      for app in scenario.apps.indices {
        scenario.apps[app].versions = (0..<3_000).map { (number: Int) -> AppVersion in
          AppVersion(UInt8(1 + number / 100), UInt8(number / 10 % 10), UInt8(number % 10))
        }
      }
    }
    return scenario
  }
}
