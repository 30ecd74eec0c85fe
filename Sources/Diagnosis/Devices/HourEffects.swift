import ReceiptModel

/// How many more or fewer pushes of an hour are promptly acked than the same devices ack otherwise.
///
/// One campaign goes to people who look at their phones all day, the next to others, and hardly anybody looks on a holiday.
/// So each push is compared with the rate of its own device, over all of its pushes.
package struct HourEffects: Equatable, Sendable {
  /// By UTC hour of the send, since 1970.
  package private(set) var hours: [Int64: Sum] = [:]
  private var all = Rate(0, of: 0)

  package struct Sum: Equatable, Sendable {
    package private(set) var acked = 0.0
    /// The acks that the devices' own rates say.
    package private(set) var expected = 0.0
    /// How many of these say something of the hour: a device with two pushes is half of its own rate.
    package private(set) var told = 0.0

    fileprivate mutating func add(isAcked: Bool, expected: Double, told: Double) {
      acked += isAcked ? 1 : 0
      self.expected += expected
      self.told += told
    }

    /// As a factor: one step of Newton's method from 1 on, for the likelihood given each device's acks.
    var effect: Double { 1 + (acked - expected) / told }
  }

  package init() {}

  static func hour(of push: DeviceHistory.Push) -> Int64 { push.sentAt / 3_600_000 }

  static func promptAcks(_ pushes: some Collection<DeviceHistory.Push>) -> Rate {
    Rate(pushes.count(where: \.isPromptlyAcked), of: pushes.count)
  }

  /// Takes all pushes of a device.
  mutating func add(_ pushes: [DeviceHistory.Push]) {
    let own = Self.promptAcks(pushes)
    all.add(own)
    // It acks nothing in any hour, or has no other push to be compared with.
    guard own.numerator > 0, own.denominator > 1, let share = own.value else { return }
    let told = share * (1 - 1 / Double(own.denominator))
    for push in pushes {
      hours[Self.hour(of: push), default: Sum()].add(
        isAcked: push.isPromptlyAcked, expected: share, told: told)
    }
  }

  /// The factor over hours that count differently, and its relative standard error.
  ///
  /// Hours are taken as drawn from all (empirical Bayes): what few pushes say of one counts the less, and of one without
  /// pushes it is only known how much hours vary.
  ///
  /// - Returns: `nil` where fewer than 500 pushes are known, or none is acked.
  func mean(_ weights: [Int64: Double]) -> (factor: Double, error: Double)? {
    guard all.denominator >= Self.fewest, let share = all.value, share > 0 else { return nil }
    // The variance of what one expected ack says.
    let unit = max(1 - share, 0.01)
    let spread = spread(unit)
    let sum = weights.values.reduce(0, +)
    var (factor, variance) = (0.0, 0.0)
    for (hour, weight) in weights.sorted(by: { $0.key < $1.key }) where weight > 0 {
      let told = hours[hour].map { $0.told / unit } ?? 0
      let effect = told > 0 ? hours[hour]?.effect ?? 1 : 1
      let precision = 1 / spread + told
      let part = weight / sum
      factor += part * (1 / spread + told * effect) / precision
      variance += part * part / precision
    }
    return factor > 0 ? (factor, variance.squareRoot() / factor) : nil
  }

  /// The variance of hours beyond what their pushes vary by, by moments.
  private func spread(_ unit: Double) -> Double {
    var weights = 3 * Self.toldByCampaign * Self.toldByCampaign
    var squares = Self.spreadUnlessKnown * weights
    for (_, sum) in hours.sorted(by: { $0.key < $1.key }) where sum.told > 0 {
      let told = min(sum.told, Self.toldByCampaign)
      let difference = sum.effect - 1
      weights += told * told
      squares += told * told * (difference * difference - unit / sum.told)
    }
    return max(1e-6, squares / weights)
  }

  private static let fewest = 500
  /// As if hours vary by a tenth, which three campaigns with so many expected acks tell.
  private static let spreadUnlessKnown = 0.01
  private static let toldByCampaign = 50.0
}
