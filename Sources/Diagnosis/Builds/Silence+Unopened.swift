import Prose
import ReceiptModel

extension Silence {
  /// Devices below which a silence without opens tells nothing.
  private static let fewestDevices = 20

  /// Whether the silence of some deliveries tells something although none of them was opened.
  ///
  /// An open would prove that a push arrived. Without one it takes many pushes, since a few devices may all be off: the
  /// upper end of the interval of an ack rate of 0 has to be below half of the least that the others have.
  ///
  /// - Parameters:
  ///   - devices: the first push to each device.
  ///   - others: the deliveries to compare with.
  ///   - minimumSends: deliveries that it takes where no device is known.
  static func isTelling(
    unopened sends: Int, devices: FirstPushes, amongLike others: Counts, minimumSends: Int
  ) -> Bool {
    let isKnown = devices.sent.denominator > 0
    let count = isKnown ? devices.sent.denominator : sends
    guard count >= (isKnown ? fewestDevices : minimumSends),
      let highest = Rate(0, of: count).interval?.upperBound,
      let low = Metric.ackRate.rate(others).interval?.lowerBound
    else { return false }
    return highest < low / 2
  }

  /// The other causes such a silence can have.
  static let unopenedRivals = [
    Rival(
      "its devices are off or its tokens are stale: no open proves that a push arrived",
      settledBy: "a push to one of its devices"),
    Rival(
      "its acks go to another AppKey, whose events are not in the imported logs",
      settledBy: "the AppKey in its extension target"),
  ]
}

extension Evidence {
  /// The first push to each device of some builds in the judged days.
  func firstPushes(where isWanted: (CohortKey) -> Bool) -> FirstPushes {
    devices.systems.reduce(into: FirstPushes()) { sum, build in
      if isWanted(build.key) { sum.add(build.value) }
    }
  }
}
