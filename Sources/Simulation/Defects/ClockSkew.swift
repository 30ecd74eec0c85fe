import ReceiptModel

/// One iOS device in sixty-four has a clock that is 2 to 20 minutes behind, and stamps acks, opens and dismissals
/// with it; one in 256 where it is small, one in 16 where it is large.
struct ClockSkew: PlantedDefect {
  let site: DefectSite
  private let every: UInt64

  init(scenario: Scenario) {
    site = DefectSite(defect: .clockSkew, size: scenario.defectSize, since: scenario.start)
    every = scenario.defectSize.of(256, 64, 16)
  }

  func alter(
    _ conditions: inout Conditions, of device: Device, app: UInt64, sentAt: Int64,
    _ chance: inout RandomStream
  ) -> Bool {
    guard device.traits & (every - 1) == 0 else { return false }
    conditions.clockError = -120_000 - Int64(device.traits >> 8 & 0xFFFF_FFFF) % 1_080_000
    return true
  }

  func isVisible(in outcome: DeliveryOutcome) -> Bool { outcome.isAnsweredBeforeSend }
}
