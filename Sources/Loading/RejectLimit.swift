/// How many lines of a run may be missing from its sums.
package enum RejectLimit: Sendable, Equatable, CustomStringConvertible {
  case lines(Int64)
  /// Hundredths of a percent of all lines.
  case share(Int64)

  /// Reads `250` or `0.5%`; a share has at most two digits behind the point.
  ///
  /// - Returns: `nil` for anything else, and for more than 100 %.
  package init?(_ text: String) {
    guard text.hasSuffix("%") else {
      guard let lines = Int64(text), lines >= 0, !text.hasPrefix("+") else { return nil }
      self = .lines(lines)
      return
    }
    let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isDigit) }),
      let whole = Int64(parts[0]), whole <= 100
    else { return nil }
    let fraction = parts.count == 2 ? String(parts[1]) : "0"
    guard fraction.utf8.count <= 2,
      let hundredths = Int64(fraction.utf8.count == 1 ? fraction + "0" : fraction),
      whole * 100 + hundredths <= 10_000
    else { return nil }
    self = .share(whole * 100 + hundredths)
  }

  /// As an import's default: one line of a hundred.
  package static let usual = RejectLimit.share(100)

  func allows(_ lost: Int64, of lines: Int64) -> Bool {
    switch self {
    case .lines(let most): return lost <= most
    case .share(let hundredths):
      let (found, most) = (lost.multipliedFullWidth(by: 10_000), lines.multipliedFullWidth(by: hundredths))
      return (found.high, found.low) <= (most.high, most.low)
    }
  }

  package var description: String {
    switch self {
    case .lines(let lines): return "\(lines)"
    case .share(let hundredths):
      let rest = hundredths % 100
      let fraction = rest == 0 ? "" : ".\(rest < 10 ? "0" : "")\(rest)"
      return "\(hundredths / 100)\(fraction) %"
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
