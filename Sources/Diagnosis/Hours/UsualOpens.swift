import ReceiptModel

/// How usual it is that opened pushes lack their acks, and how much that differs from hour to hour, or from day to day.
///
/// What is opened has arrived, so its ack is lost, and nobody opens a silent push. In most logs next to none is lost, whoever
/// opens. But where extensions often fail, it depends on whom a campaign goes to, as acks do.
struct UsualOpens: Sendable {
  private var sum = Rate(0, of: 0)
  private var likeness = Likeness(unlessKnown: Self.likenessUnlessKnown)

  private static let likenessUnlessKnown = 0.02

  /// - Parameter times: of the opened pushes of each hour, or of each day, those without an ack.
  init(_ times: some Collection<Rate> = []) {
    for time in times { sum.add(time) }
    for time in times {
      // Not compared with itself.
      likeness.add(
        time, share: Self.share(sum.numerator - time.numerator, of: sum.denominator - time.denominator))
    }
  }

  /// Adds what is usual of another AppKey.
  mutating func add(_ other: UsualOpens) {
    sum.add(other.sum)
    likeness.add(other.likeness)
  }

  /// The chance of so many without an ack.
  func chance(of unacked: Rate) -> Double {
    Chance.ofAtLeast(
      unacked.numerator, of: unacked.denominator, hits: share * told, misses: (1 - share) * told)
  }

  private var share: Double { Self.share(sum.numerator, of: sum.denominator) }

  /// By how many opened pushes the share is as if known: it varies as much as hours do, and as much as it is unknown.
  ///
  /// So it is drawn from a beta distribution.
  private var told: Double { 1 / min(0.99, likeness.value + 1 / Double(sum.denominator + 11)) - 1 }

  /// As if of ten more half a one had none.
  private static func share(_ unacked: Int, of opened: Int) -> Double {
    (0.5 + Double(unacked)) / (10 + Double(opened))
  }
}

extension Counts {
  /// Of opened pushes, those without an ack.
  var unackedOpens: Rate { Rate(self[.openedUnacked], of: self[.eligibleOpened]) }
}
