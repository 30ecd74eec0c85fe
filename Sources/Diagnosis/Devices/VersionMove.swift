package import ReceiptModel

/// What the devices that moved to an app version acked before that and after it.
///
/// People who update first use the app more than others, and ack more. So a version that loses a third of their acks is
/// acked as often as the one before it, whose people hardly look at their phones; only the same devices tell.
package struct VersionMove: Equatable, Sendable {
  /// Prompt acks of pushes to the version, and of those to earlier ones.
  package private(set) var acks = PairedRates()
  package private(set) var after = Rate(0, of: 0)
  /// What the pushes of each side count for, by UTC hour.
  private var hours: [Int64: Sides] = [:]

  private struct Sides: Equatable {
    var after = 0.0
    var before = 0.0
  }

  package init() {}

  /// Takes a device's pushes to the version, and those before the first of them.
  mutating func add(after: [DeviceHistory.Push], before: [DeviceHistory.Push]) {
    let (later, earlier) = (HourEffects.promptAcks(after), HourEffects.promptAcks(before))
    let counts = acks.add(after: later, before: earlier)
    self.after.add(later)
    for push in after { hours[HourEffects.hour(of: push), default: Sides()].after += counts.after }
    for push in before { hours[HourEffects.hour(of: push), default: Sides()].before += counts.before }
  }

  /// How acks changed by themselves between these hours, by the devices that kept their version.
  ///
  /// - Returns: `nil` where those are too few to tell.
  package func trend(by kept: HourEffects) -> PairedRates.Trend? {
    let (later, earlier) = (kept.mean(hours.mapValues(\.after)), kept.mean(hours.mapValues(\.before)))
    guard let later, let earlier, earlier.factor > 0 else { return nil }
    return PairedRates.Trend(
      factor: later.factor / earlier.factor,
      error: (later.error * later.error + earlier.error * earlier.error).squareRoot())
  }
}
