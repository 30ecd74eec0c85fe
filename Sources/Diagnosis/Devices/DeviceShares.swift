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

  /// The device whose pushes are being counted, and how many of those so far it acked.
  private var latestDevice = 0
  private var latestAcks = Rate(0, of: 0)

  private static let scale = 1 << 15

  package init() {}

  /// Counts a push; those of one device come one after another.
  ///
  /// - Parameter device: its number, from 1.
  /// - Returns: whether the push is the device's first.
  @discardableResult
  mutating func add(isAcked: Bool, device: Int) -> Bool {
    let isFirst = device != latestDevice
    if isFirst {
      devices += 1
      (latestDevice, latestAcks) = (device, Rate(0, of: 0))
    }
    let old = Self.scaled(latestAcks)
    latestAcks.add(Rate(isAcked ? 1 : 0, of: 1))
    let new = Self.scaled(latestAcks)
    sum += new - old
    squares += new * new - old * old
    return isFirst
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
