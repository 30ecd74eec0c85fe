internal import ReceiptModel

/// Numbers as explanations write them, inside sentences.
package enum ExplainFigures {
  /// Which way a length of time is rounded: a bound must not be told stronger than it is.
  package enum Rounding: Sendable {
    case down, up
  }

  /// `850 ms`, `3.240 s`, `12.0 min`, `1.5 h`, `2.1 days`: to the millisecond where tries are told apart.
  package static func duration(_ milliseconds: Int64, _ rounding: Rounding = .down) -> String {
    let size = milliseconds.magnitude
    let sign = milliseconds < 0 ? "-" : ""
    let tenth: (unit: UInt64, name: String)
    switch size {
    case ..<1_000: return "\(milliseconds) ms"
    case ..<60_000:
      let rest = String(size % 1_000)
      return "\(sign)\(size / 1_000).\(String(repeating: "0", count: 3 - rest.utf8.count))\(rest) s"
    case ..<3_600_000: tenth = (6_000, "min")
    case ..<172_800_000: tenth = (360_000, "h")
    default: tenth = (8_640_000, "days")
    }
    let tenths = (size + (rounding == .up ? tenth.unit - 1 : 0)) / tenth.unit
    return "\(sign)\(tenths / 10).\(tenths % 10) \(tenth.name)"
  }

  /// `3 of 1,204 (0.25 %)`, `0 of 12 (0.00 %)`.
  static func share(_ rate: Rate) -> String {
    guard let value = rate.value else { return "none sent" }
    return "\(count(rate.numerator)) of \(count(rate.denominator)) (\(percent(value)))"
  }

  /// `0.25 %`.
  static func percent(_ share: Double) -> String {
    let hundredths = Int((share * 10_000).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) %"
  }

  /// `below 1 in 1,000,000`, `about 1 in 1,200`, `0.03`.
  static func chance(_ chance: Double) -> String {
    guard chance < 0.01 else { return percent(chance) }
    guard chance >= 1e-6 else { return "below 1 in 1,000,000" }
    let odds = Int(1 / chance)
    // Two digits say enough.
    let unit =
      Int(exactly: (0..<max(0, String(odds).utf8.count - 2)).reduce(1) { value, _ in value * 10 }) ?? 1
    return "about 1 in \(count(odds / unit * unit))"
  }

  /// `12,345`.
  static func count(_ value: Int) -> String {
    var digits = String(value.magnitude)
    var groups: [String] = []
    while digits.utf8.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits = String(digits.dropLast(3))
    }
    return (value < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }

  /// `1 push`, `2 pushes`.
  static func counted(_ value: Int, _ one: String, _ many: String) -> String {
    "\(count(value)) \(value == 1 ? one : many)"
  }

  /// The tries of a set in words: `the first`, `the first or second`, `any of the three`.
  static func tries(_ tries: ClosedRange<Int>, of all: Int) -> String {
    let names = ["first", "second", "third", "fourth", "fifth"]
    func name(_ place: Int) -> String { place <= names.count ? names[place - 1] : "\(place)th" }
    if tries == 1...all, all > 1 { return "any of the \(all)" }
    return "the " + tries.map(name).joined(separator: " or ")
  }
}
