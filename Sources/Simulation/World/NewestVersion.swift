import ReceiptModel

/// The newest version of an app, which its devices take over one after another in the middle of a scenario.
struct NewestVersion: Sendable {
  private let newest: AppVersion
  private let before: AppVersion
  private let start: Int64
  private let length: Double

  /// `nil` for an app with one version.
  init?(of app: SimulatedApp, in scenario: Scenario) {
    guard app.versions.count > 1 else { return nil }
    newest = app.versions[app.versions.count - 1]
    before = app.versions[app.versions.count - 2]
    let days = Double(scenario.days) * 86_400_000
    start = scenario.start.milliseconds + Int64(days * 0.2)
    length = days * 0.6
  }

  /// Gives a device the version before, where it does not run the newest yet.
  func take(from device: inout Device, at time: Int64) {
    guard device.version == newest, time < start + Int64(device.place(in: 5) * length) else { return }
    device.version = before
  }
}
