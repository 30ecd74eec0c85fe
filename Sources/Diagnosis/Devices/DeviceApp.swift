package import ReceiptModel

/// What the devices of an AppKey show, one by one.
package struct DeviceApp: Equatable, Sendable {
  package let appKey: String
  package private(set) var devices = 0
  /// Pushes that a later one replaced while the device was out of reach.
  package private(set) var replaced = 0
  /// Devices with an ack before its push was sent, by their clock.
  package private(set) var early = 0
  /// Of the pushes just before one that was acked after a long wait, how many were answered.
  package private(set) var beforeLongWait = Rate(0, of: 0)
  /// Of the pushes just before one that was acked at once, how many were answered.
  package private(set) var beforePromptAck = Rate(0, of: 0)
  /// Ack rates of the devices that had slow acks, before and after those.
  package private(set) var throttling = Throttling()
  /// Acks of the devices that kept their app version.
  package internal(set) var kept = HourEffects()

  private var latestDevice = 0

  init(appKey: String) { self.appKey = appKey }

  mutating func count(_ device: Int) {
    if device != latestDevice { devices += 1 }
    latestDevice = device
  }

  mutating func add(_ history: DeviceHistory) {
    replaced += history.replaced
    if history.pushes.contains(where: { $0.latency ?? 0 < 0 }) { early += 1 }
    for (wasAnswered, wait) in history.predecessors {
      let rate = wait > DeviceHistory.longWait ? \DeviceApp.beforeLongWait : \.beforePromptAck
      self[keyPath: rate].numerator += wasAnswered ? 1 : 0
      self[keyPath: rate].denominator += 1
    }
    throttling.add(history.pushes)
  }
}
