package import Prose
import ReceiptModel

/// Numbers as explanations write them, inside sentences.
package enum ExplainFigures {
  /// Which way a length of time is rounded: a bound must not be told stronger than it is.
  package enum Rounding: Sendable {
    case down, up
  }

  /// `850 ms`, `3.240 s`, `12.0 min`, `1.5 h`, `2.1 days`: to the millisecond where tries are told apart.
  package static func duration(_ milliseconds: Int64, _ rounding: Rounding = .down) -> Phrase {
    let size = milliseconds.magnitude
    let sign = milliseconds < 0 ? "-" : ""
    let tenth: (unit: UInt64, words: (String) -> Phrase)
    switch size {
    case ..<1_000: return .figure("\(milliseconds) ms")
    case ..<60_000:
      let rest = String(size % 1_000)
      return .figure("\(sign)\(size / 1_000).\(String(repeating: "0", count: 3 - rest.utf8.count))\(rest) s")
    case ..<3_600_000: tenth = (6_000, { .figure($0 + " min") })
    case ..<172_800_000: tenth = (360_000, { .figure($0 + " h") })
    default: tenth = (8_640_000, { "\(figure: $0) days" })
    }
    let tenths = (size + (rounding == .up ? tenth.unit - 1 : 0)) / tenth.unit
    return tenth.words("\(sign)\(tenths / 10).\(tenths % 10)")
  }

  /// `3 of 1,204 (0.25 %)`, `0 of 12 (0.00 %)`.
  static func share(_ rate: Rate) -> Phrase {
    guard let value = rate.value else { return "none sent" }
    return "\(count(rate.numerator)) of \(count(rate.denominator)) (\(percent(value)))"
  }

  /// `0.25 %`.
  static func percent(_ share: Double) -> Phrase {
    let hundredths = Int((share * 10_000).rounded())
    let rest = hundredths % 100
    return .figure("\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) %")
  }

  /// `0.83`.
  static func ratio(_ value: Double) -> Phrase {
    let hundredths = Int((value * 100).rounded())
    let rest = hundredths % 100
    return .figure("\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)")
  }

  /// `below 1 in 1,000,000`, `about 1 in 1,200`, `0.03`.
  static func chance(_ chance: Double) -> Phrase {
    guard chance < 0.01 else { return percent(chance) }
    guard chance >= 1e-6 else { return "below 1 in 1,000,000" }
    let odds = Int(1 / chance)
    // Two digits say enough.
    let unit =
      Int(exactly: (0..<max(0, String(odds).utf8.count - 2)).reduce(1) { value, _ in value * 10 }) ?? 1
    return "about 1 in \(count(odds / unit * unit))"
  }

  /// `12,345`.
  static func count(_ value: Int) -> Phrase {
    var digits = String(value.magnitude)
    var groups: [String] = []
    while digits.utf8.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits = String(digits.dropLast(3))
    }
    return .figure((value < 0 ? "-" : "") + ([digits] + groups).joined(separator: ","))
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
