/// Days of the Gregorian calendar in UTC, without a library.
enum CivilDay {
  /// Days since 1970-01-01.
  static func number(ofMilliseconds time: Int64) -> Int64 {
    let day = time / 86_400_000
    return time % 86_400_000 < 0 ? day - 1 : day
  }

  /// `YYYY-MM-DDThh:mm:ss.fffZ`, for moments from 1970 on.
  static func text(ofMoment milliseconds: Int64) -> String {
    func digits(_ number: Int64, _ width: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: width - text.utf8.count) + text
    }
    let rest = milliseconds % 86_400_000
    let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1_000 % 60].map { digits($0, 2) }
    let day = text(number(ofMilliseconds: milliseconds))
    return "\(day)T\(clock.joined(separator: ":")).\(digits(rest % 1_000, 3))Z"
  }

  /// `YYYY-MM-DD`, for days from 1970 on.
  static func text(_ number: Int64) -> String {
    var year: Int64 = 1970
    var rest = number
    while rest >= length(ofYear: year) {
      rest -= length(ofYear: year)
      year += 1
    }
    var month = 0
    while rest >= length(ofMonth: month, in: year) {
      rest -= length(ofMonth: month, in: year)
      month += 1
    }
    return "\(year)-\(twoDigits(Int64(month) + 1))-\(twoDigits(rest + 1))"
  }

  /// `2026-09-21T14:13:20.120Z`, from 1970 on.
  static func isoText(ofMilliseconds time: Int64) -> String {
    let second = time / 1000
    let clock = [second / 3600 % 24, second / 60 % 60, second % 60].map(twoDigits).joined(
      separator: ":")
    let fraction = String(1000 + time % 1000).dropFirst()
    return "\(text(number(ofMilliseconds: time)))T\(clock).\(fraction)Z"
  }

  private static func isLeap(_ year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func length(ofYear year: Int64) -> Int64 { isLeap(year) ? 366 : 365 }

  private static func length(ofMonth month: Int, in year: Int64) -> Int64 {
    month == 1 && isLeap(year) ? 29 : [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month]
  }

  private static func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
