/// Lengths of time as people write them: `500ms`, `30s`, `15m`, `2h`, `7d`.
package enum DurationText {
  private static let units: [(name: String, milliseconds: Int64)] = [
    ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
  ]

  /// The longest that counts, a century: what is told of times so far apart has years of four digits.
  private static let longest: Int64 = 36_525 * 86_400_000

  /// Milliseconds, or `nil` for what is not a whole number and a unit, or longer than a century.
  package static func milliseconds(_ text: some StringProtocol) -> Int64? {
    let digits = text.utf8.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    let name = String(decoding: text.utf8.dropFirst(digits.count), as: UTF8.self)
    // Nine digits of days stay far below the largest number.
    guard digits.count <= 9, let count = Digits.value(digits),
      let unit = units.first(where: { $0.name == name })
    else { return nil }
    let milliseconds = Int64(count) * unit.milliseconds
    return milliseconds <= longest ? milliseconds : nil
  }

  /// In the largest unit that leaves nothing over, but no larger than hours: `15m`.
  package static func text(_ milliseconds: Int64) -> String {
    let unit = units.prefix(4).last { milliseconds % $0.milliseconds == 0 && milliseconds != 0 }
    return "\(milliseconds / (unit?.milliseconds ?? 1000))\(unit?.name ?? "s")"
  }
}
