import ReceiptModel

/// The acks and opens that are usual in an hour.
struct UsualAcks: Sendable {
  private var share: Double
  private(set) var openShare: Double
  /// Shares by hour of the UTC day.
  private var byHour: [Double]

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
  }

  /// The number of an hour's sends that are usually acked in time.
  func expected(_ hour: AckHour) -> Double { Double(hour.eligible) * byHour[Self.hourOfDay(hour)] }

  private static func hourOfDay(_ hour: AckHour) -> Int {
    let hours = hour.start >= 0 ? hour.start / 3_600_000 : 0
    return Int(hours % 24)
  }
}
