import ReceiptModel

/// One version's extension does not finish in time on slow networks: most of its acks are lost, others come
/// two or three times, 6 and 12 s apart, because no answer returns.
///
/// Opens go on. Of the pushes on slow networks 40 %, 80 % or 95 % lose their ack.
struct ExtensionTimeout: PlantedDefect {
  let site: DefectSite
  private let loss: Double

  init(app: SimulatedApp, version: AppVersion, scenario: Scenario) {
    site = DefectSite(
      defect: .extensionTimeout, size: scenario.defectSize, appKey: app.key, version: version,
      since: scenario.start, networks: Array(Words.networks[Int(Device.slowestGoodNetwork + 1)...]))
    loss = scenario.defectSize.of(0.4, 0.8, 0.95)
  }

  func alter(
    _ conditions: inout Conditions, of device: Device, app: UInt64, sentAt: Int64,
    _ chance: inout RandomStream
  ) -> Bool {
    guard app == site.appKey, device.version == site.version, device.isOnSlowNetwork else { return false }
    conditions.reach = chance.happens(loss) ? 0 : 0.9
    conditions.answer = 0
    return true
  }

  func isVisible(in outcome: DeliveryOutcome) -> Bool { !outcome.isAcked || outcome.ackCount > 1 }
}
