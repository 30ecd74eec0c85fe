import ReceiptModel

/// The time of a receipt and the rule by which it was read.
struct ReceiptTime {
  var milliseconds: Int64
  var rule: TimeRule

  /// Reads a time by its shape.
  ///
  /// - Parameter assumedOffsetMinutes: the zone of a time that names none.
  /// - Returns: `nil` for any other shape, for a day or time of day that does not exist (leap seconds and 24:00 are
  ///   such), and outside 2010 to 2100.
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>, assumedOffsetMinutes: Int) {
    guard let time = Self.epoch(bytes, range) ?? Self.text(bytes, range, assumedOffsetMinutes),
      Instant(milliseconds: time.milliseconds).isPlausible
    else { return nil }
    self = time
  }

  /// - Returns: `nil` outside 2010 to 2100.
  init?(plausible milliseconds: Int64, rule: TimeRule) {
    guard Instant(milliseconds: milliseconds).isPlausible else { return nil }
    self.init(milliseconds: milliseconds, rule: rule)
  }

  private init(milliseconds: Int64, rule: TimeRule) {
    self.milliseconds = milliseconds
    self.rule = rule
  }

  /// 10, 13, 16 or 19 digits; finer units are cut to milliseconds, never rounded up.
  @inline(__always)
  private static func epoch(_ bytes: Span<UInt8>, _ range: Range<Int>) -> ReceiptTime? {
    let count = range.count
    guard count == 13 || count == 10 || count == 16 || count == 19 else { return nil }
    guard let value = number(bytes, range.lowerBound, digits: count) else { return nil }
    return switch count {
    case 10: ReceiptTime(milliseconds: value * 1000, rule: .seconds)
    case 13: ReceiptTime(milliseconds: value, rule: .milliseconds)
    case 16: ReceiptTime(milliseconds: value / 1000, rule: .microseconds)
    default: ReceiptTime(milliseconds: value / 1_000_000, rule: .nanoseconds)
    }
  }

  /// `digits` digits, or `nil` when one of them is not; overflow is given as a value no time has.
  @inline(__always)
  private static func number(_ bytes: Span<UInt8>, _ start: Int, digits: Int) -> Int64? {
    if digits > 8, digits <= 16 {
      // Two words that overlap: the upper one gives up what the lower one has too, for zeros in front.
      let shared = UInt64(truncatingIfNeeded: 16 &- digits) &* 8
      let zeros: UInt64 = 0x3030_3030_3030_3030
      let upper = bytes.word(at: start) &<< shared | zeros & ~(UInt64.max &<< shared)
      guard let high = eightDigits(upper), let low = eightDigits(bytes.word(at: start &+ digits &- 8)) else {
        return nil
      }
      return Int64(truncatingIfNeeded: high &* 100_000_000 &+ low)
    }
    var value: UInt64 = 0
    for index in start..<start &+ digits {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value &* 10 &+ UInt64(digit)
    }
    return value <= UInt64(Int64.max) ? Int64(value) : 0
  }

  /// The value of eight digits, the first one in the lowest byte of `word`; `nil` when one is something else.
  ///
  /// Neighbours are joined to pairs, pairs to fours, fours to the whole: `87654321` by bytes is 87 65 43 21, 8765 4321.
  @inline(__always)
  private static func eightDigits(_ word: UInt64) -> UInt64? {
    let digits = word ^ 0x3030_3030_3030_3030
    guard ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080 == 0 else { return nil }
    let pairs = (digits &* 10 &+ digits >> 8) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 100 &+ pairs >> 16) & 0x0000_FFFF_0000_FFFF
    return (fours &* 10_000 &+ fours >> 32) & 0xFFFF_FFFF
  }
}

// MARK: - Text

extension ReceiptTime {
  /// `yyyy-MM-dd HH:mm:ss`, a `T` in place of the space, up to nine decimals, and a zone: `Z`, `+08`, `+0800`,
  /// `+08:00`, after a space or not.
  private static func text(_ bytes: Span<UInt8>, _ range: Range<Int>, _ assumedOffsetMinutes: Int)
    -> ReceiptTime?
  {
    guard range.count >= 19, range.count <= 36 else { return nil }
    let start = range.lowerBound
    func holds(_ offset: Int, _ character: Unicode.Scalar) -> Bool {
      bytes[start + offset] == UInt8(ascii: character)
    }
    guard holds(4, "-"), holds(7, "-"), holds(10, " ") || holds(10, "T") || holds(10, "t"),
      holds(13, ":"), holds(16, ":"),
      let year = number(bytes, start, digits: 4), let month = number(bytes, start + 5, digits: 2),
      let day = number(bytes, start + 8, digits: 2), let hour = number(bytes, start + 11, digits: 2),
      let minute = number(bytes, start + 14, digits: 2), let second = number(bytes, start + 17, digits: 2),
      hour < 24, minute < 60, second < 60, let days = daysSince1970(year, month, day)
    else { return nil }
    var position = start + 19
    guard let fraction = fraction(bytes, &position, range.upperBound),
      let zone = zone(bytes, position..<range.upperBound)
    else { return nil }
    let local = ((days * 24 + hour) * 60 + minute) * 60_000 + second * 1000 + fraction
    switch zone {
    case .unnamed:
      return ReceiptTime(milliseconds: local - Int64(assumedOffsetMinutes) * 60_000, rule: .localAssumed)
    case .offset(let minutes):
      return ReceiptTime(milliseconds: local - minutes * 60_000, rule: .isoZone)
    }
  }

  /// Milliseconds of up to nine decimals, cut; `nil` when a point stands without a digit.
  private static func fraction(_ bytes: Span<UInt8>, _ position: inout Int, _ end: Int) -> Int64? {
    guard position < end, bytes[position] == UInt8(ascii: ".") else { return 0 }
    position += 1
    var digits = 0
    var value: Int64 = 0
    while position < end, digits < 9, let digit = number(bytes, position, digits: 1) {
      if digits < 3 { value = value * 10 + digit }
      digits += 1
      position += 1
    }
    guard digits > 0 else { return nil }
    for _ in min(digits, 3)..<3 { value *= 10 }
    return value
  }

  private enum Zone {
    case unnamed
    case offset(minutes: Int64)
  }

  private static func zone(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Zone? {
    var rest = range
    guard let first = rest.first else { return .unnamed }
    if bytes[first] == UInt8(ascii: " ") { rest = first + 1..<rest.upperBound }
    guard let sign = rest.first else { return nil }
    if bytes[sign] | 0x20 == UInt8(ascii: "z") { return rest.count == 1 ? .offset(minutes: 0) : nil }
    guard bytes[sign] == UInt8(ascii: "+") || bytes[sign] == UInt8(ascii: "-"), rest.count >= 3,
      let hours = number(bytes, sign + 1, digits: 2), hours <= 18
    else { return nil }
    let minutesStart: Int
    switch rest.count {
    case 3: minutesStart = -1
    case 5: minutesStart = sign + 3
    case 6 where bytes[sign + 3] == UInt8(ascii: ":"): minutesStart = sign + 4
    default: return nil
    }
    guard let minutes = minutesStart < 0 ? 0 : number(bytes, minutesStart, digits: 2), minutes < 60 else {
      return nil
    }
    let offset = hours * 60 + minutes
    return .offset(minutes: bytes[sign] == UInt8(ascii: "-") ? -offset : offset)
  }

  /// Days from 1970-01-01, by years that begin in March, so that a leap day is the last of its year; `nil` for a day
  /// that does not exist.
  static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64? {
    guard year >= 1, (1...12).contains(month), day >= 1, day <= lastDay(of: month, year) else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted % 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func lastDay(of month: Int64, _ year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
