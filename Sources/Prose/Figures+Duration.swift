/// Lengths of time, in milliseconds.
extension Figures {
  /// `850 ms`, `3.2 s`, `12.0 min`, `1.5 h`, `2.1 days`.
  package static func duration(_ milliseconds: Int64) -> Phrase {
    milliseconds.magnitude < minute
      ? seconds(milliseconds, digits: 1) : long(milliseconds, .toNearestOrAwayFromZero)
  }

  /// `850 ms`, `3.240 s`, `12.0 min`, …: to the millisecond where tries are told apart.
  ///
  /// - Parameter rounding: of more than a minute; a bound must not be told stronger than it is.
  package static func exactDuration(
    _ milliseconds: Int64, _ rounding: FloatingPointRoundingRule = .towardZero
  ) -> Phrase {
    milliseconds.magnitude < minute ? seconds(milliseconds, digits: 3) : long(milliseconds, rounding)
  }

  private static func seconds(_ milliseconds: Int64, digits: Int) -> Phrase {
    milliseconds.magnitude < 1_000
      ? .figure("\(milliseconds) ms")
      : .figure(DecimalText.fixed(Double(milliseconds) / 1_000, digits: digits) + " s")
  }

  private static func long(_ milliseconds: Int64, _ rounding: FloatingPointRoundingRule) -> Phrase {
    func tenths(_ unit: UInt64) -> String {
      DecimalText.fixed((Double(milliseconds) * 10 / Double(unit)).rounded(rounding) / 10, digits: 1)
    }
    return switch milliseconds.magnitude {
    case ..<hour: .figure(tenths(minute) + " min")
    case ..<(2 * day): .figure(tenths(hour) + " h")
    default: "\(figure: tenths(day)) days"
    }
  }

  private static let minute: UInt64 = 60_000
  private static let hour = 60 * minute
  private static let day = 24 * hour
}
