import ReceiptModel

/// One version's extension reports under an AppKey of another app, and the server lets it through.
///
/// On 5 % of its devices, on all of them, or on all devices of the app whatever their version.
struct LeakingAppKey: PlantedDefect {
  let site: DefectSite
  private let share: Double

  init(app: SimulatedApp, version: AppVersion, scenario: Scenario) {
    var foreign = app.key + 5
    while scenario.apps.contains(where: { $0.key == foreign }) { foreign += 1 }
    site = DefectSite(
      defect: .leakingAppKey, size: scenario.defectSize, appKey: app.key,
      version: scenario.defectSize == .large ? nil : version, since: scenario.start, foreignKey: foreign)
    share = scenario.defectSize.of(0.05, 1, 1)
  }

  func alter(
    _ conditions: inout Conditions, of device: Device, app: UInt64, sentAt: Int64,
    _ chance: inout RandomStream
  ) -> Bool {
    guard app == site.appKey, site.version.map({ $0 == device.version }) ?? true,
      share == 1 || device.place(in: 7) < share
    else { return false }
    conditions.reportKey = site.foreignKey
    return true
  }

  func isVisible(in outcome: DeliveryOutcome) -> Bool { outcome.isAckedUnderForeignKey }
}
