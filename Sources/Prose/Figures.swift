/// Numbers as people read them, the same in every text and table.
///
/// - A share has two digits after the point, since what matters often happens between 99 and 100 %. What is neither none
///   nor all never reads as 0.00 % or 100.00 %. Only pictures, which lack the room, show fewer digits.
/// - A difference of shares is in percentage points, with its sign and the same two digits.
/// - A count has its thousands apart.
/// - A length of time is in the unit that leaves the number small, from a second on with one digit after the point.
///
/// What programs read is written by `DecimalText`.
package enum Figures {
  /// What stands where nothing was measured.
  package static let none: Phrase = "n/a"

  /// `12,345`.
  package static func count(_ value: Int) -> Phrase { .figure(digits(value)) }

  /// `12,345`.
  package static func digits(_ value: some BinaryInteger) -> String {
    let digits = String(value.magnitude)
    var result = value < 0 ? "-" : ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.utf8.count - place) % 3 == 0 { result += "," }
      result.append(digit)
    }
    return result
  }

  /// `+1,234`: how a count has changed.
  package static func change(from old: Int?, to new: Int) -> Phrase {
    guard let old else { return none }
    return .figure((new > old ? "+" : "") + digits(new - old))
  }

  /// `97.12 %`.
  package static func percent(_ share: Double) -> Phrase { .figure(percent(share, digits: shareDigits)) }

  /// `97.1 %`, for pictures.
  package static func percent(_ share: Double, digits: Int) -> String {
    let units = (0..<digits).reduce(1) { scale, _ in scale * 10 }
    let all = Double(100 * units)
    var shown = (share * all).rounded()
    if share > 0, share < 1 { shown = min(max(shown, 1), all - 1) }
    return DecimalText.fixed(shown / Double(units), digits: digits) + " %"
  }

  /// `96.80 to 97.40 %`.
  package static func interval(_ interval: ClosedRange<Double>) -> Phrase {
    let low = DecimalText.fixed(interval.lowerBound * 100, digits: shareDigits)
    return "\(figure: low) to \(figure: DecimalText.fixed(interval.upperBound * 100, digits: shareDigits)) %"
  }

  /// `+0.42`: a difference of shares, in percentage points.
  package static func points(_ difference: Double) -> Phrase {
    let text = DecimalText.fixed(difference * 100, digits: shareDigits)
    let isSigned = text.hasPrefix("-") || text == DecimalText.fixed(0, digits: shareDigits)
    return .figure(isSigned ? text : "+" + text)
  }

  private static let shareDigits = 2
}
