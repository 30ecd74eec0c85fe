import ReceiptModel

/// One iOS device in sixty-four has a clock that is 2 to 20 minutes behind, and stamps acks, opens and dismissals
/// with it.
struct ClockSkew: PlantedDefect {
  let site: DefectSite

  init(scenario: Scenario) { site = DefectSite(defect: .clockSkew, since: scenario.start) }

  func alter(
    _ conditions: inout Conditions, of device: Device, app: UInt64, sentAt: Int64, _ chance: inout Chance
  ) -> Bool {
    guard device.traits & 63 == 0 else { return false }
    conditions.clockError = -120_000 - Int64(device.traits >> 8 & 0xFFFF_FFFF) % 1_080_000
    return true
  }

  func isVisible(in outcome: DeliveryOutcome) -> Bool { outcome.isAnsweredBeforeSend }
}
