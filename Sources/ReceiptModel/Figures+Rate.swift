package import Prose

/// Rates in words.
extension Figures {
  /// `97.12 %`, or `no data` when there is nothing to divide by.
  package static func percent(_ rate: Rate) -> Phrase { rate.value.map(percent) ?? "no data" }

  /// `96.80 to 97.40 %`.
  package static func interval(_ rate: Rate) -> Phrase { rate.interval.map(interval) ?? none }

  /// `3 of 1,204 (0.25 %)`, `0 of 12 (0.00 %)`.
  package static func share(_ rate: Rate) -> Phrase {
    guard let value = rate.value else { return "none sent" }
    return "\(count(rate.numerator)) of \(count(rate.denominator)) (\(percent(value)))"
  }

  /// `+0.42`: percentage points from one rate to another.
  package static func change(from old: Rate?, to new: Rate) -> Phrase {
    guard let old = old?.value, let new = new.value else { return none }
    return points(new - old)
  }

  /// `1 send`, `2 sends`.
  package static func sends(_ value: Int) -> Phrase { value == 1 ? "1 send" : "\(count(value)) sends" }
}
