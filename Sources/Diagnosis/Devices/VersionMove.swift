package import ReceiptModel

/// What the devices that moved to an app version acked before that and after it.
///
/// People who update first use the app more than others, and ack more. So a version that loses a third of their acks is
/// acked as often as the one before it, whose people hardly look at their phones; only the same devices tell.
package struct VersionMove: Equatable, Sendable {
  /// Prompt acks of pushes to the version, and of those to earlier ones.
  package private(set) var acks = PairedRates()
  package private(set) var after = Rate(0, of: 0)
  /// What the pushes of each side count for, by UTC day.
  private var days: [Int64: (after: Double, before: Double)] = [:]

  package init() {}

  /// Takes a device's pushes to the version, and those before the first of them.
  mutating func add(after: [DeviceHistory.Push], before: [DeviceHistory.Push]) {
    let counts = acks.add(after: Self.promptAcks(after), before: Self.promptAcks(before))
    self.after.add(Self.promptAcks(after))
    for push in after { days[DayRates.day(of: push), default: (0, 0)].after += counts.after }
    for push in before { days[DayRates.day(of: push), default: (0, 0)].before += counts.before }
  }

  /// Later pushes have had less time, so only acks count that all have had time for.
  static func promptAcks(_ pushes: some Sequence<DeviceHistory.Push>) -> Rate {
    pushes.reduce(into: Rate(0, of: 0)) { rate, push in
      rate.add(Rate(push.latency.map { $0 <= DeviceHistory.longWait } ?? false ? 1 : 0, of: 1))
    }
  }

  /// How acks changed by themselves between these days, by the devices that kept their version.
  ///
  /// - Returns: `nil` where those are too few to tell.
  package func trend(by kept: DayRates) -> PairedRates.Trend? {
    let (later, earlier) = (kept.mean(days.mapValues(\.after)), kept.mean(days.mapValues(\.before)))
    guard let later, let earlier, earlier.share > 0 else { return nil }
    return PairedRates.Trend(
      factor: later.share / earlier.share,
      error: (later.error * later.error + earlier.error * earlier.error).squareRoot())
  }

  package static func == (one: VersionMove, other: VersionMove) -> Bool {
    one.acks == other.acks && one.after == other.after && one.days.keys == other.days.keys
      && one.days.allSatisfy { day, counts in other.days[day].map { $0 == counts } ?? false }
  }
}

/// Prompt acks by UTC day of the send.
package struct DayRates: Equatable, Sendable {
  private var days: [Int64: Rate] = [:]

  package init() {}

  static func day(of push: DeviceHistory.Push) -> Int64 { push.sentAt / 86_400_000 }

  package mutating func add(_ rate: Rate, day: Int64) { days[day, default: Rate(0, of: 0)].add(rate) }

  /// The rate over days that count differently, and its relative standard error.
  ///
  /// - Returns: `nil` where fewer than `fewest` pushes are known, or none is acked.
  func mean(_ weights: [Int64: Double]) -> (share: Double, error: Double)? {
    let all = days.values.reduce(into: Rate(0, of: 0)) { $0.add($1) }
    guard all.denominator >= Self.fewest, all.numerator > 0, let usual = all.value else { return nil }
    let sum = weights.values.reduce(0, +)
    var (share, variance) = (0.0, 0.0)
    for (day, weight) in weights.sorted(by: { $0.key < $1.key }) where weight > 0 {
      // Days with few pushes count as usual ones.
      let rate = days[day] ?? Rate(0, of: 0)
      let count = Double(rate.denominator) + Self.pushesOfUsual
      let value = (Double(rate.numerator) + Self.pushesOfUsual * usual) / count
      let part = weight / sum
      share += part * value
      variance += part * part * value * (1 - value) / count
    }
    return share > 0 ? (share, variance.squareRoot() / share) : nil
  }

  private static let fewest = 500
  private static let pushesOfUsual = 50.0
}
