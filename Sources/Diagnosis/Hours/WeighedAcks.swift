import ReceiptModel

/// Pushes of several AppKeys added up, those of an hour as many times less as its acks vary more than those of single pushes.
struct WeighedAcks {
  private(set) var acked = 0.0
  private(set) var sent = 0.0
  private(set) var expected = 0.0

  mutating func add(_ hour: AckHour, _ usual: UsualAcks) {
    add(
      Rate(hour.acked, of: hour.eligible), expected: usual.expected(hour),
      dispersion: usual.likeness.dispersion(of: hour.eligible))
  }

  /// - Parameter dispersion: how many times as much the hits vary.
  mutating func add(_ rate: Rate, expected hits: Double, dispersion: Double) {
    acked += Double(rate.numerator) / dispersion
    sent += Double(rate.denominator) / dispersion
    expected += hits / dispersion
  }

  /// The chance of as few acks; `nil` without pushes.
  ///
  /// - Parameter share: of what is usual, what is expected.
  func chance(of share: Double = 1) -> Double? {
    let count = Int(sent.rounded())
    guard count > 0 else { return nil }
    return Chance.ofAtMost(Int(acked.rounded()), of: count, share: expected / sent * share)
  }
}
