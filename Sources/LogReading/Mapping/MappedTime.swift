import ReceiptModel

/// Times as vendors write them: numbers of a known unit, and texts that a receipt log does not have.
///
///     1695305600.123                   seconds with a fraction, as JSON writes a float
///     2024-05-01 10:00:00.123456 UTC   BigQuery
///     26/Jan/2016:19:54:02 +0800       access logs
enum MappedTime {
  /// - Returns: `nil` for anything that is no time from 2010 to 2100.
  static func read(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ reading: TimeReading, assumedOffsetMinutes: Int
  )
    -> ReceiptTime?
  {
    let offset = reading.offsetMinutes ?? assumedOffsetMinutes
    switch reading.unit {
    case .shape:
      return ReceiptTime(bytes, range, assumedOffsetMinutes: offset)
        ?? numberByShape(bytes, range) ?? text(bytes, range, offset)
    case .seconds: return number(bytes, range, .seconds) ?? otherText(bytes, range, offset)
    case .milliseconds: return number(bytes, range, .milliseconds) ?? otherText(bytes, range, offset)
    case .microseconds: return number(bytes, range, .microseconds) ?? otherText(bytes, range, offset)
    case .nanoseconds: return number(bytes, range, .nanoseconds) ?? otherText(bytes, range, offset)
    }
  }

  /// Where a unit was named, a text still is one: only bare numbers are of that unit.
  private static func otherText(_ bytes: Span<UInt8>, _ range: Range<Int>, _ offset: Int) -> ReceiptTime? {
    guard range.contains(where: { bytes[$0] == UInt8(ascii: ":") }) else { return nil }
    return ReceiptTime(bytes, range, assumedOffsetMinutes: offset) ?? text(bytes, range, offset)
  }
}

// MARK: - Numbers

extension MappedTime {
  private static func numberByShape(_ bytes: Span<UInt8>, _ range: Range<Int>) -> ReceiptTime? {
    guard let point = range.first(where: { bytes[$0] == UInt8(ascii: ".") }) else { return nil }
    switch point - range.lowerBound {
    case 10: return number(bytes, range, .seconds)
    case 13: return number(bytes, range, .milliseconds)
    case 16: return number(bytes, range, .microseconds)
    case 19: return number(bytes, range, .nanoseconds)
    default: return nil
    }
  }

  /// Reads digits, a fraction and an exponent as written, so that no digit is lost on the way through a float; finer
  /// parts are cut.
  static func number(_ bytes: Span<UInt8>, _ range: Range<Int>, _ rule: TimeRule) -> ReceiptTime? {
    guard !range.isEmpty, range.count <= 40 else { return nil }
    var digits: [UInt8] = []
    var position = range.lowerBound
    // Powers of ten that the digits are short of the value.
    var power = 0
    var hasPoint = false
    while position < range.upperBound {
      let byte = bytes[position]
      if byte &- UInt8(ascii: "0") < 10 {
        digits.append(byte &- UInt8(ascii: "0"))
        if hasPoint { power -= 1 }
      } else if byte == UInt8(ascii: "."), !hasPoint, !digits.isEmpty {
        hasPoint = true
      } else {
        break
      }
      position += 1
    }
    guard !digits.isEmpty, bytes[position - 1] != UInt8(ascii: ".") else { return nil }
    if position < range.upperBound {
      guard let exponent = exponent(bytes, position..<range.upperBound) else { return nil }
      power += exponent
    }
    switch rule {
    case .seconds: power += 3
    case .microseconds: power -= 3
    case .nanoseconds: power -= 6
    case .milliseconds, .isoZone, .localAssumed, .logTime: break
    }
    guard let milliseconds = scaled(digits, by: power) else { return nil }
    return ReceiptTime(plausible: milliseconds, rule: rule)
  }

  /// `e9`, `E+09`, `e-3`.
  private static func exponent(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var position = range.lowerBound
    guard bytes[position] | 0x20 == UInt8(ascii: "e") else { return nil }
    position += 1
    var sign = 1
    if position < range.upperBound,
      bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
    {
      sign = bytes[position] == UInt8(ascii: "-") ? -1 : 1
      position += 1
    }
    guard position < range.upperBound, range.upperBound - position <= 3 else { return nil }
    var value = 0
    for index in position..<range.upperBound {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    return sign * value
  }

  /// The whole part of digits times a power of ten; `nil` when it is too large for a time.
  private static func scaled(_ digits: [UInt8], by power: Int) -> Int64? {
    let count = digits.count + power
    guard count > 0 else { return 0 }
    var value: Int64 = 0
    for index in 0..<min(count, 60) {
      let digit = index < digits.count ? digits[index] : 0
      value = value * 10 + Int64(digit)
      guard value < 1_000_000_000_000_000 else { return nil }
    }
    return count <= 60 ? value : nil
  }
}

// MARK: - Text

extension MappedTime {
  private static func text(_ bytes: Span<UInt8>, _ range: Range<Int>, _ offset: Int) -> ReceiptTime? {
    guard range.count >= 19, range.count <= 64 else { return nil }
    if let plain = accessLog(bytes, range) ?? plain(bytes, range) {
      return ReceiptTime(plain.span, 0..<plain.count, assumedOffsetMinutes: offset)
    }
    return nil
  }

  /// Date and time of day with at most nine decimals, and a zone that is no name.
  private static func plain(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8]? {
    var text = range.prefix(19).map { bytes[$0] }
    var position = range.lowerBound + 19
    if position < range.upperBound,
      bytes[position] == UInt8(ascii: ".") || bytes[position] == UInt8(ascii: ",")
    {
      text.append(UInt8(ascii: "."))
      position += 1
      var count = 0
      while position < range.upperBound, bytes[position] &- UInt8(ascii: "0") < 10 {
        if count < 9 { text.append(bytes[position]) }
        count += 1
        position += 1
      }
      guard count > 0 else { return nil }
    }
    var zone = position..<range.upperBound
    if let first = zone.first, bytes[first] == UInt8(ascii: " ") { zone = first + 1..<zone.upperBound }
    if bytes.holds("UTC", in: zone) || bytes.holds("GMT", in: zone) {
      text.append(UInt8(ascii: "Z"))
    } else {
      for index in zone { text.append(bytes[index]) }
    }
    return text
  }

  /// `26/Jan/2016:19:54:02 +0800` as `2016-01-26 19:54:02+0800`.
  private static func accessLog(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8]? {
    let start = range.lowerBound
    guard range.count == 26, bytes[start + 2] == UInt8(ascii: "/"), bytes[start + 6] == UInt8(ascii: "/"),
      bytes[start + 11] == UInt8(ascii: ":"), bytes[start + 20] == UInt8(ascii: " "),
      let number = months.firstIndex(of: bytes.word(at: start + 3, length: 3))
    else { return nil }
    let month = UInt8(number + 1)
    var text: [UInt8] = []
    text.reserveCapacity(24)
    text.append(bytes, start + 7..<start + 11)
    text.append(UInt8(ascii: "-"))
    text.append(UInt8(ascii: "0") + month / 10)
    text.append(UInt8(ascii: "0") + month % 10)
    text.append(UInt8(ascii: "-"))
    text.append(bytes, start..<start + 2)
    text.append(UInt8(ascii: " "))
    text.append(bytes, start + 12..<start + 20)
    text.append(bytes, start + 21..<start + 26)
    return text
  }

  /// Names of months as words, the first letter in the lowest bits.
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ].map { name in name.utf8.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) } }
}
