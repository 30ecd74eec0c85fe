import ReceiptModel

/// One version's extension does not finish in time on slow networks: most of its acks are lost, others come
/// two or three times, 6 and 12 s apart, because no answer returns.
///
/// Opens go on.
struct ExtensionTimeout: PlantedDefect {
  let site: DefectSite

  init(app: SimulatedApp, version: AppVersion, scenario: Scenario) {
    site = DefectSite(
      defect: .extensionTimeout, appKey: app.key, version: version, since: scenario.start)
  }

  func alter(
    _ conditions: inout Conditions, of device: Device, app: UInt64, sentAt: Int64, _ chance: inout Chance
  ) -> Bool {
    guard app == site.appKey, device.version == site.version, device.isOnSlowNetwork else { return false }
    conditions.reach = chance.happens(0.8) ? 0 : 0.9
    conditions.answer = 0
    return true
  }

  func isVisible(in outcome: DeliveryOutcome) -> Bool { !outcome.isAcked || outcome.ackCount > 1 }
}
