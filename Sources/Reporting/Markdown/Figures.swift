import Prose
import ReceiptModel

/// Numbers in the way reports write them.
enum Figures {
  /// What stands where nothing was measured.
  static let none: Phrase = "n/a"

  /// `12,345`.
  static func count(_ value: Int) -> Phrase { .figure(digits(value)) }

  /// `12,345`.
  static func digits(_ value: Int) -> String {
    let digits = String(value.magnitude)
    var result = value < 0 ? "-" : ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.utf8.count - place) % 3 == 0 { result += "," }
      result.append(digit)
    }
    return result
  }

  /// `1 send`, `2 sends`.
  static func sends(_ value: Int) -> Phrase { value == 1 ? "1 send" : "\(count(value)) sends" }

  /// `97.12 %`, or `no data` when there is nothing to divide by.
  static func percent(_ rate: Rate) -> Phrase {
    guard let hundredths = hundredths(rate) else { return "no data" }
    return .figure(DecimalText.fixed(Double(hundredths) / 100, digits: 2) + " %")
  }

  /// `97.1 %`, for pictures.
  static func percent(_ share: Double, digits: Int) -> String {
    DecimalText.fixed(share * 100, digits: digits) + " %"
  }

  /// `96.80 to 97.40 %`.
  static func interval(_ rate: Rate) -> Phrase {
    rate.interval.map(interval) ?? none
  }

  static func interval(_ interval: ClosedRange<Double>) -> Phrase {
    let low = DecimalText.fixed(interval.lowerBound * 100, digits: 2)
    return "\(figure: low) to \(figure: DecimalText.fixed(interval.upperBound * 100, digits: 2)) %"
  }

  /// `+0.42`: percentage points from one rate to another.
  static func change(from old: Rate?, to new: Rate) -> Phrase {
    guard let old = old?.value, let new = new.value else { return none }
    return .figure(signed((new - old) * 100, digits: 2))
  }

  /// `+1,234`.
  static func change(from old: Int?, to new: Int) -> Phrase {
    guard let old else { return none }
    return .figure((new > old ? "+" : "") + digits(new - old))
  }

  /// `850 ms`, `3.2 s`, `12.0 min`, `1.5 h`.
  static func duration(_ milliseconds: Int64) -> Phrase {
    switch milliseconds {
    case ..<1_000: .figure("\(milliseconds) ms")
    case ..<60_000: .figure(DecimalText.fixed(Double(milliseconds) / 1_000, digits: 1) + " s")
    case ..<3_600_000: .figure(DecimalText.fixed(Double(milliseconds) / 60_000, digits: 1) + " min")
    default: .figure(DecimalText.fixed(Double(milliseconds) / 3_600_000, digits: 1) + " h")
    }
  }

  static func signed(_ value: Double, digits: Int) -> String {
    let text = DecimalText.fixed(value, digits: digits)
    return text.hasPrefix("-") || text == DecimalText.fixed(0, digits: digits) ? text : "+" + text
  }

  /// Hundredths of a percent; "all" and "none" are only said of all and none.
  private static func hundredths(_ rate: Rate) -> Int? {
    guard let value = rate.value else { return nil }
    let rounded = Int((value * 10_000).rounded())
    if rate.numerator > 0, rate.numerator < rate.denominator { return min(max(rounded, 1), 9_999) }
    return rounded
  }
}
