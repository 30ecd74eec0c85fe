/// Reads what people write for `--since`, `--until` and `--as-of`.
///
/// | written | means |
/// | --- | --- |
/// | `2026-09-21T22:13:20.120+08:00`, `…Z` | that instant |
/// | `2026-09-21T22:13`, `2026-09-21 22:13:20` | by the clocks of the report's zone |
/// | `2026-09-21` | the beginning of that day in the report's zone |
/// | `1790000000`, `1790000000120` | seconds or milliseconds since 1970 |
/// | `now` | the present |
/// | `today`, `yesterday` | the beginning of that day in the report's zone |
/// | `last-7d`, `last-24h`, `last-30m` | so long before the present; a day is 24 hours |
///
/// Each names one instant, whichever option takes it, so a word and the date that it stands for mean the same.
package struct TimeWords: Sendable {
  package let zone: ReportZone
  /// What words are relative to.
  package let present: Instant

  /// - Parameter present: as-of for a window, the clock for as-of itself.
  package init(zone: ReportZone, present: Instant) {
    self.zone = zone
    self.present = present
  }

  /// - Returns: `nil` for what is none of the above, or does not exist, such as 2026-02-30.
  package func instant(_ text: String) -> Instant? {
    let today = zone.day(of: present)
    switch text {
    case "now": return present
    case "today": return zone.start(of: today)
    case "yesterday": return zone.start(of: today.adding(days: -1))
    default: break
    }
    if text.hasPrefix("last-") { return past(text.dropFirst(5)) }
    return epoch(text) ?? CivilDay(text).map(zone.start(of:)) ?? dateTime(text)
  }

  private func past(_ text: Substring) -> Instant? {
    // Six digits are 684 years in hours, and cannot overflow.
    guard let unit = text.last, text.count <= 7, let count = Digits.value(text.dropLast().utf8), count > 0
    else { return nil }
    let units: [Character: Int64] = ["m": 60_000, "h": 3_600_000, "d": 86_400_000]
    guard let length = units[unit] else { return nil }
    return Instant(milliseconds: present.milliseconds - Int64(count) * length)
  }

  private func epoch(_ text: String) -> Instant? {
    guard let number = Digits.value(text.utf8) else { return nil }
    switch text.utf8.count {
    case 10: return Instant(milliseconds: Int64(number) * 1000)
    case 13: return Instant(milliseconds: Int64(number))
    default: return nil
    }
  }

  /// A date, `T` or a blank, a time to the minute or finer, and perhaps a zone.
  private func dateTime(_ text: String) -> Instant? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 16, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
      let day = CivilDay(String(decoding: bytes[..<10], as: UTF8.self))
    else { return nil }
    let zoneStart = bytes[11...].firstIndex {
      $0 == UInt8(ascii: "Z") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
    }
    guard let time = Self.milliseconds(bytes[11..<(zoneStart ?? bytes.count)]) else { return nil }
    guard let zoneStart else { return zone.instant(of: day, milliseconds: time) }
    guard let written = ReportZone(fixed: String(decoding: bytes[zoneStart...], as: UTF8.self)) else {
      return nil
    }
    return written.instant(of: day, milliseconds: time)
  }

  /// Reads `22:13`, `22:13:20` or `22:13:20.12` as milliseconds since midnight; what is finer is cut off.
  private static func milliseconds(_ bytes: ArraySlice<UInt8>) -> Int64? {
    let halves = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let parts = halves[0].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.count == 2 ? Digits.value($0) : nil }
    guard numbers.count == parts.count, (2...3).contains(numbers.count), numbers[0] < 24, numbers[1] < 60
    else {
      return nil
    }
    let seconds = numbers.count == 3 ? numbers[2] : 0
    guard seconds < 60 else { return nil }
    var fraction = 0
    if halves.count == 2 {
      guard numbers.count == 3, halves[1].count <= 9, Digits.value(halves[1]) != nil else { return nil }
      fraction = Digits.value((halves[1] + [48, 48, 48]).prefix(3)) ?? 0
    } else if halves.count > 2 {
      return nil
    }
    return Int64(((numbers[0] * 60 + numbers[1]) * 60 + seconds) * 1000 + fraction)
  }
}
