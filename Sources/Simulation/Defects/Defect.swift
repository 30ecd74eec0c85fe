package import ReceiptModel

/// Something planted that a diagnosis should find.
///
/// A new one is a case here and a file beside this one.
package enum Defect: String, CaseIterable, Sendable {
  case silentAppKey, leakingAppKey, extensionTimeout, clockSkew

  /// The defect as it stands in one log, or `nil` if the scenario has no iOS app to plant it in.
  func planted(in scenario: Scenario) -> (any PlantedDefect)? {
    let iOSApps = scenario.apps.filter { $0.iOSShare > 0 && !$0.versions.isEmpty }
    guard !iOSApps.isEmpty, let turn = Defect.allCases.firstIndex(of: self) else { return nil }
    let app = iOSApps[turn % iOSApps.count]
    // Where apps are few, each further defect takes the next older version of the same app.
    let version = app.versions[max(0, app.versions.count - 1 - turn / iOSApps.count)]
    switch self {
    case .silentAppKey: return SilentAppKey(app: app, version: version, scenario: scenario)
    case .leakingAppKey: return LeakingAppKey(app: app, version: version, scenario: scenario)
    case .extensionTimeout: return ExtensionTimeout(app: app, version: version, scenario: scenario)
    case .clockSkew: return ClockSkew(scenario: scenario)
    }
  }
}

/// A defect at its place: which deliveries it touches and what it does to them.
protocol PlantedDefect: Sendable {
  var site: DefectSite { get }

  /// Changes what one push to one iOS device meets.
  ///
  /// - Returns: whether the defect holds for it.
  func alter(
    _ conditions: inout Conditions, of device: Device, app: UInt64, sentAt: Int64, _ chance: inout Chance
  ) -> Bool

  /// Whether a delivery that was sent while the defect held shows it in the log.
  func isVisible(in outcome: DeliveryOutcome) -> Bool
}

/// Where a defect was planted; a part that is `nil` plays no role in it.
package struct DefectSite: Equatable, Sendable {
  package var defect: Defect
  package var appKey: UInt64?
  package var version: AppVersion?
  package var since: Instant
  /// The AppKey its acks come under; no push was ever sent with it.
  package var foreignKey: UInt64?
}

/// What a push meets on its way to an iOS device and back.
struct Conditions: Sendable {
  /// Whether the server accepts what the extension reports.
  var acceptsReports = true
  /// The AppKey the extension reports under; `nil` for that of the app.
  var reportKey: UInt64?
  /// The chance of a request to reach the server in time; `nil` for what the network gives.
  var reach: Double?
  /// The chance of its answer to come back in time.
  var answer = 0.985
  /// Milliseconds by which the device's clock is ahead; negative when it is behind.
  var clockError: Int64 = 0
}
