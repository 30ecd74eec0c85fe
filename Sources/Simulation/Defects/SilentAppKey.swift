import ReceiptModel

/// One version carries a wrong AppKey in its extension: from a day on no ack of it arrives, while opens go on.
///
/// From the last day but one on, from the middle, or from the start.
struct SilentAppKey: PlantedDefect {
  let site: DefectSite

  init(app: SimulatedApp, version: AppVersion, scenario: Scenario) {
    let day = scenario.defectSize.of(max(0, scenario.days - 2), scenario.days / 2, 0)
    let since = scenario.start.milliseconds + Int64(day) * 86_400_000
    site = DefectSite(
      defect: .silentAppKey, size: scenario.defectSize, appKey: app.key, version: version,
      since: Instant(milliseconds: since))
  }

  func alter(
    _ conditions: inout Conditions, of device: Device, app: UInt64, sentAt: Int64,
    _ chance: inout RandomStream
  ) -> Bool {
    guard app == site.appKey, device.version == site.version, sentAt >= site.since.milliseconds else {
      return false
    }
    conditions.acceptsReports = false
    return true
  }

  func isVisible(in outcome: DeliveryOutcome) -> Bool { !outcome.isAcked }
}
