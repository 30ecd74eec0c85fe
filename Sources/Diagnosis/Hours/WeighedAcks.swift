import ReceiptModel

/// Pushes of several AppKeys added up, those of each as many times less as its acks vary more than those of single pushes.
struct WeighedAcks {
  private(set) var acked = 0.0
  private(set) var sent = 0.0
  private(set) var expected = 0.0

  mutating func add(_ hour: AckHour, _ usual: UsualAcks) {
    acked += Double(hour.acked) / usual.dispersion
    sent += Double(hour.eligible) / usual.dispersion
    expected += usual.expected(hour) / usual.dispersion
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
