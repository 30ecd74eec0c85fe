import Prose
import ReceiptModel

/// Words of explanations for chances and tries.
enum ExplainWords {
  /// `below 1 in 1,000,000`, `about 1 in 1,200`, `3.00 %`.
  static func chance(_ chance: Double) -> Phrase {
    guard chance < 0.01 else { return Figures.percent(chance) }
    guard chance >= 1e-6 else { return "below 1 in 1,000,000" }
    let odds = Int(1 / chance)
    // Two digits say enough.
    let unit =
      Int(exactly: (0..<max(0, String(odds).utf8.count - 2)).reduce(1) { value, _ in value * 10 }) ?? 1
    return "about 1 in \(Figures.count(odds / unit * unit))"
  }

  /// The tries of a set in words: `the first try`, `the first or second try`, `any of the 3 tries`.
  static func tries(_ tries: ClosedRange<Int>, of all: Int) -> Phrase {
    if tries == 1...all, all > 1 { return "any of the \(all) tries" }
    if tries.count == 1 { return "the \(ordinal(tries.lowerBound)) try" }
    return "the \(tries.map(ordinal).joined(separator: " or ")) try"
  }

  private static func ordinal(_ place: Int) -> Phrase {
    switch place {
    case 1: "first"
    case 2: "second"
    case 3: "third"
    case 4: "fourth"
    case 5: "fifth"
    default: "\(place)th"
    }
  }
}
