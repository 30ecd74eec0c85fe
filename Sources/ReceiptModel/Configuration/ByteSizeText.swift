/// Amounts of memory as people write them: `65536K`, `256M`, `1G`.
package enum ByteSizeText {
  private static let units: [(name: String, bytes: Int)] = [("K", 1 << 10), ("M", 1 << 20), ("G", 1 << 30)]

  /// Bytes, or `nil` for what is not a whole number and a unit, in either case.
  package static func bytes(_ text: some StringProtocol) -> Int? {
    let digits = text.utf8.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    let name = String(decoding: text.utf8.dropFirst(digits.count), as: UTF8.self).uppercased()
    // Nine digits of GiB stay far below the largest number.
    guard digits.count <= 9, let count = Digits.value(digits),
      let unit = units.first(where: { $0.name == name })
    else { return nil }
    return count * unit.bytes
  }

  /// In the largest unit that leaves nothing over; bytes that are no whole KiB are cut.
  package static func text(_ bytes: Int) -> String {
    let unit = units.last { bytes % $0.bytes == 0 && bytes != 0 } ?? units[0]
    return "\(bytes / unit.bytes)\(unit.name)"
  }
}
