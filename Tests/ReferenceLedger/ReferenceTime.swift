import Foundation

/// Times of the log by their shape, and days of a report.
enum ReferenceTime {
  static let millisecondsPerDay: Int64 = 86_400_000

  /// Reads a time by its shape: 10 digits are seconds, 13 milliseconds, 16 microseconds, 19 nanoseconds; else
  /// ISO 8601, where a text without a zone is read `assumedOffsetMinutes` east of UTC.
  ///
  /// - Returns: milliseconds since 1970, cut (not rounded) to the millisecond; `nil` when no shape fits or the time
  ///   lies outside 2010-01-01 to 2100-01-01.
  static func milliseconds(_ text: String, assumedOffsetMinutes: Int) -> Int64? {
    guard let value = digits(text) ?? calendarTime(text, assumedOffsetMinutes: assumedOffsetMinutes),
      value >= 1_262_304_000_000, value < 4_102_444_800_000
    else { return nil }
    return value
  }

  /// The number of the day, in a zone `offsetMinutes` east of UTC, that a time falls in; 0 is 1970-01-01.
  static func dayNumber(_ milliseconds: Int64, offsetMinutes: Int) -> Int64 {
    // Every time is after 2010, so plain division rounds down.
    return (milliseconds + Int64(offsetMinutes) * 60_000) / millisecondsPerDay
  }

  /// `YYYY-MM-DD` of a day by its number.
  static func dayText(_ number: Int64) -> String {
    let date = Date(timeIntervalSince1970: Double(number) * 86_400)
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    return "\(padded(parts.year, 4))-\(padded(parts.month, 2))-\(padded(parts.day, 2))"
  }

  /// ISO 8601 of a whole hour of UTC, given as its number since 1970.
  static func hourText(_ number: Int64, offsetMinutes: Int) -> String {
    let minutes = number * 60 + Int64(offsetMinutes)
    let offset = (offsetMinutes.magnitude / 60, offsetMinutes.magnitude % 60)
    return dayText(minutes / 1_440)
      + "T\(padded(Int(minutes / 60 % 24), 2)):\(padded(Int(minutes % 60), 2)):00.000"
      + "\(offsetMinutes < 0 ? "-" : "+")\(padded(Int(offset.0), 2)):\(padded(Int(offset.1), 2))"
  }

  private static func padded(_ number: Int?, _ width: Int) -> String {
    let text = String(number ?? 0)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }

  private static func digits(_ text: String) -> Int64? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int64(text) else { return nil }
    switch text.utf8.count {
    case 10: return number * 1_000
    case 13: return number
    case 16: return number / 1_000
    case 19: return number / 1_000_000
    default: return nil
    }
  }

  private static func calendarTime(_ text: String, assumedOffsetMinutes: Int) -> Int64? {
    let shape =
      /(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:?\d{2})?/
    guard let match = text.wholeMatch(of: shape) else { return nil }
    let (_, year, month, day, hour, minute, second, fraction, zone) = match.output
    let parts = DateComponents(
      timeZone: .gmt, year: Int(year), month: Int(month), day: Int(day), hour: Int(hour), minute: Int(minute),
      second: Int(second))
    // Without the check the calendar would roll 30 February over into March.
    guard parts.isValidDate(in: calendar), let date = calendar.date(from: parts) else { return nil }
    let milliseconds = Int64(((fraction.map(String.init) ?? "") + "000").prefix(3)) ?? 0
    let offset = zone.map { offsetMinutes(String($0)) } ?? assumedOffsetMinutes
    return Int64(date.timeIntervalSince1970) * 1_000 + milliseconds - Int64(offset) * 60_000
  }

  private static func offsetMinutes(_ zone: String) -> Int {
    guard zone != "Z" else { return 0 }
    let digits = zone.filter(\.isNumber)
    let minutes = (Int(digits.prefix(2)) ?? 0) * 60 + (Int(digits.suffix(2)) ?? 0)
    return zone.hasPrefix("-") ? -minutes : minutes
  }

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}
