import ReceiptModel

/// The acks and opens that are usual in an hour.
struct UsualAcks: Sendable {
  private var share: Double
  private(set) var openShare: Double
  /// Shares by hour of the UTC day.
  private var byHour: [Double]
  /// How many times as much the acks of an hour vary as if each push were acked by itself; at least 1.
  ///
  /// They do not: one campaign goes to people who look at their phones all day, the next to people who hardly do.
  private(set) var dispersion = 1.0

  /// From the hours before the judged days, or where those have too few sends, from the judged ones.
  ///
  /// At night phones are off, so each hour is compared with the same hour of other days; the figures of all hours count
  /// beside it as much as fifty sends.
  ///
  /// - Returns: `nil` with fewer than `minimum` sends, or without acks.
  init?(_ hours: [AckHour], minimum: Int) {
    let before = hours.filter { !$0.isJudged }
    let isPast = before.ackRate.denominator >= minimum
    let past = isPast ? before : hours
    let rate = past.ackRate
    guard rate.denominator >= minimum, rate.numerator > 0, let share = rate.value else { return nil }
    self.share = share
    openShare = past.openRate.value ?? 0
    var sums = Array(repeating: Rate(0, of: 0), count: 24)
    // An hour must not be compared with itself.
    for hour in past where isPast {
      sums[Self.hourOfDay(hour)].numerator += hour.acked
      sums[Self.hourOfDay(hour)].denominator += hour.eligible
    }
    byHour = sums.map { (Double($0.numerator) + 50 * share) / (Double($0.denominator) + 50) }
    if isPast { dispersion = dispersion(of: past) }
  }

  /// Pearson's estimate of the dispersion.
  ///
  /// P. McCullagh and J. A. Nelder, "Generalized Linear Models", 1989, section 4.5. Without the twentieth of the hours that
  /// lies farthest off: an outage of the past must not hide the next one.
  private func dispersion(of hours: [AckHour]) -> Double {
    let parts = hours.filter { $0.eligible > 0 }.map { hour in
      let expected = expected(hour)
      let difference = Double(hour.acked) - expected
      let variance = max(expected * (1 - expected / Double(hour.eligible)), 1e-9)
      return (square: difference * difference, variance: variance)
    }
    .sorted { $0.square / $0.variance < $1.square / $1.variance }
    let kept = parts.prefix(parts.count - parts.count / 20)
    return max(1, kept.reduce(0) { $0 + $1.square } / max(kept.reduce(0) { $0 + $1.variance }, 1e-9))
  }

  /// The number of an hour's sends that are usually acked in time.
  func expected(_ hour: AckHour) -> Double { Double(hour.eligible) * byHour[Self.hourOfDay(hour)] }

  private static func hourOfDay(_ hour: AckHour) -> Int {
    let hours = hour.start >= 0 ? hour.start / 3_600_000 : 0
    return Int(hours % 24)
  }
}
