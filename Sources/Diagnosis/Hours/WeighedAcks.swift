import ReceiptModel

/// Pushes of several AppKeys added up, those of an hour as many times less as its acks vary more than those of single pushes.
struct WeighedAcks {
  private(set) var acked = 0.0
  private(set) var sent = 0.0
  private(set) var expected = 0.0

  mutating func add(_ hour: AckHour, _ usual: UsualAcks) {
    let dispersion = usual.dispersion(of: hour.eligible)
    acked += Double(hour.acked) / dispersion
    sent += Double(hour.eligible) / dispersion
    expected += usual.expected(hour) / dispersion
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
