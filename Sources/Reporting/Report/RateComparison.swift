import Diagnosis
import Prose
import ReceiptModel

/// Two rates side by side.
struct RateComparison: Sendable {
  var own: Rate
  var other: Rate

  init(_ own: Rate, _ other: Rate) {
    self.own = own
    self.other = other
  }

  /// The chance that samples of one share differ as much or more, in either direction.
  var chance: Double {
    let (one, two) = ((own.numerator, own.denominator), (other.numerator, other.denominator))
    return min(1, 2 * min(Chance.ofLower(one, than: two), Chance.ofLower(two, than: one)))
  }

  /// In shares from -1 to 1; 0 where one side has no data.
  var difference: Double {
    guard let own = own.value, let other = other.value else { return 0 }
    return own - other
  }

  /// How many deliveries would have to be otherwise for the difference to vanish.
  var weight: Double { abs(difference) * Double(own.denominator) }

  /// At most this share of what is shown as a difference is expected to be chance.
  private static let falseShare = 0.05

  /// Which of some comparisons are beyond chance, all of them judged together.
  static func beyondChance(_ comparisons: [RateComparison]) -> [Bool] {
    let chances = comparisons.map(\.chance)
    let limit = FalseDiscovery.limit(of: chances, rate: falseShare)
    return chances.map { $0 <= limit }
  }
}

extension Figures {
  /// `+0.42` in percentage points, strong where the difference is beyond chance.
  static func change(from old: Rate?, to new: Rate, isBeyondChance: Bool) -> Phrase {
    let change = change(from: old, to: new)
    return isBeyondChance ? "**\(change)**" : change
  }
}
