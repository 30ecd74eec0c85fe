import ReceiptModel

/// One version's extension reports under an AppKey of another app, and the server lets it through.
struct LeakingAppKey: PlantedDefect {
  let site: DefectSite

  init(app: SimulatedApp, version: AppVersion, scenario: Scenario) {
    var foreign = app.key + 5
    while scenario.apps.contains(where: { $0.key == foreign }) { foreign += 1 }
    site = DefectSite(
      defect: .leakingAppKey, appKey: app.key, version: version, since: scenario.start, foreignKey: foreign)
  }

  func alter(
    _ conditions: inout Conditions, of device: Device, app: UInt64, sentAt: Int64, _ chance: inout Chance
  ) -> Bool {
    guard app == site.appKey, device.version == site.version else { return false }
    conditions.reportKey = site.foreignKey
    return true
  }

  func isVisible(in outcome: DeliveryOutcome) -> Bool { outcome.isAckedUnderForeignKey }
}
