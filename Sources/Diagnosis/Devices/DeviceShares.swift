import ReceiptModel

/// The ack rates of single devices, added up: each device counts as one, however many pushes it got.
///
/// Pushes of one device are not independent of each other: a muted device acks none of its thirty. But neither do two
/// pushes of a device tell no more than one. How much they tell follows from how far the rates of devices lie apart.
package struct DeviceShares: Equatable, Sendable {
  package private(set) var devices = 0
  /// Of the rates, in whole parts of `scale`, so that what was added can be taken away again.
  private var sum = 0
  private var squares = 0

  private static let scale = 1 << 15

  package init() {}

  /// Counts a push of a device whose rate was `before`, without pushes so far where it is a new one.
  mutating func add(isAcked: Bool, to before: Rate) {
    if before.denominator == 0 { devices += 1 }
    let (old, new) = (
      Self.scaled(before), Self.scaled(Rate(before.numerator + (isAcked ? 1 : 0), of: before.denominator + 1))
    )
    sum += new - old
    squares += new * new - old * old
  }

  /// - Parameter factor: -1 takes away what was added.
  mutating func add(_ other: DeviceShares, times factor: Int = 1) {
    devices += factor * other.devices
    sum += factor * other.sum
    squares += factor * other.squares
  }

  /// The mean rate; `nil` without devices.
  package var mean: Double? {
    devices > 0 ? Double(sum) / Double(Self.scale) / Double(devices) : nil
  }

  /// How many independent pushes tell as much as the rate of one device: 1 where each device acks always or never.
  package var pushesOfDevice: Double {
    guard let mean, devices > 1 else { return 1 }
    let square = Double(squares) / Double(Self.scale) / Double(Self.scale) / Double(devices)
    let variance = (square - mean * mean) * Double(devices) / Double(devices - 1)
    // Rates that are all the same would tell without end.
    return max(1, mean * (1 - mean) / max(variance, 1e-6))
  }

  private static func scaled(_ rate: Rate) -> Int {
    rate.denominator > 0 ? scale * rate.numerator / rate.denominator : 0
  }
}
