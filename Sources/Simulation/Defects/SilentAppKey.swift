import ReceiptModel

/// One version carries a wrong AppKey in its extension: from a day on no ack of it arrives, while opens go on.
struct SilentAppKey: PlantedDefect {
  let site: DefectSite

  init(app: SimulatedApp, version: AppVersion, scenario: Scenario) {
    let since = scenario.start.milliseconds + Int64(scenario.days / 2) * 86_400_000
    site = DefectSite(
      defect: .silentAppKey, appKey: app.key, version: version, since: Instant(milliseconds: since))
  }

  func alter(
    _ conditions: inout Conditions, of device: Device, app: UInt64, sentAt: Int64, _ chance: inout Chance
  ) -> Bool {
    guard app == site.appKey, device.version == site.version, sentAt >= site.since.milliseconds else {
      return false
    }
    conditions.acceptsReports = false
    return true
  }

  func isVisible(in outcome: DeliveryOutcome) -> Bool { !outcome.isAcked }
}
