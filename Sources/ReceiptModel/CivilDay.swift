/// A day of the calendar, in no particular time zone.
///
/// Kept as a number of days, so that comparing and adding are arithmetic; the calendar is the proleptic Gregorian one.
package struct CivilDay: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01.
  package let number: Int

  package init(number: Int) { self.number = number }

  /// - Returns: `nil` for a day that does not exist, such as 2026-02-29.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    // Counted in years that begin in March, so that the leap day comes last: 153 days in any five months from March on.
    let marchYear = month > 2 ? year : year - 1
    let marchMonth = (month + 9) % 12
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    number = marchYear * 365 + leapDays + (153 * marchMonth + 2) / 5 + day - 1 - Self.daysToEpoch
    guard parts == (year, month, day) else { return nil }
  }

  /// Reads `YYYY-MM-DD`, and nothing else.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = Digits.value(bytes[0..<4]), let month = Digits.value(bytes[5..<7]),
      let day = Digits.value(bytes[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  package static func < (left: CivilDay, right: CivilDay) -> Bool { left.number < right.number }

  package func adding(days: Int) -> CivilDay { CivilDay(number: number + days) }

  /// The day of the week, from 1 for Monday to 7 for Sunday.
  package var weekday: Int {
    // 1970-01-01 was a Thursday.
    let sinceMonday = (number + 3) % 7
    return (sinceMonday < 0 ? sinceMonday + 7 : sinceMonday) + 1
  }

  package var parts: (year: Int, month: Int, day: Int) {
    let sinceMarch = number + Self.daysToEpoch
    let era = (sinceMarch >= 0 ? sinceMarch : sinceMarch - 146_096) / 146_097
    let dayOfEra = sinceMarch - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// Days from 0000-03-01 to 1970-01-01.
  private static let daysToEpoch = 719_468
}

extension CivilDay: CustomStringConvertible {
  /// `2026-09-21`.
  package var description: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  func append(to bytes: inout [UInt8]) {
    let (year, month, day) = parts
    Digits.append(year, width: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    Digits.append(month, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    Digits.append(day, width: 2, to: &bytes)
  }
}
