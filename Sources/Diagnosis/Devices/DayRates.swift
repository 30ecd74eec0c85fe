package import ReceiptModel

/// Prompt acks by UTC day of the send.
package struct DayRates: Equatable, Sendable {
  private var days: [Int64: Rate] = [:]

  package init() {}

  static func day(of push: DeviceHistory.Push) -> Int64 { push.sentAt / 86_400_000 }

  static func promptAcks(_ pushes: some Collection<DeviceHistory.Push>) -> Rate {
    Rate(pushes.count(where: \.isPromptlyAcked), of: pushes.count)
  }

  /// Takes pushes in the order of their sends.
  mutating func add(_ pushes: [DeviceHistory.Push]) {
    var rest = pushes[...]
    while let first = rest.first {
      let day = Self.day(of: first)
      let end = rest.firstIndex { Self.day(of: $0) != day } ?? rest.endIndex
      add(Self.promptAcks(rest[..<end]), day: day)
      rest = rest[end...]
    }
  }

  package mutating func add(_ rate: Rate, day: Int64) { days[day, default: Rate(0, of: 0)].add(rate) }

  /// The rate over days that count differently, and its relative standard error.
  ///
  /// - Returns: `nil` where fewer than 500 pushes are known, or none is acked.
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
