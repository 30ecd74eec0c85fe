/// Real numbers in digits, the same on every machine.
package enum DecimalText {
  /// The shortest digits that read back as the same number, without an exponent from 10^-16 to 10^21.
  ///
  /// `1e-05` and `1e+16`, as Swift prints them, are text to some spreadsheets; beyond those bounds the zeros would be
  /// harder to read than the exponent.
  package static func shortest(_ value: Double) -> String {
    let text = value.description
    let parts = text.split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]), (-16...20).contains(exponent) else { return text }
    let sign = value < 0 ? "-" : ""
    let digits = parts[0].filter(\.isNumber)
    let zeros = exponent < 0 ? -exponent - 1 : exponent - (digits.count - 1)
    let padding = String(repeating: "0", count: zeros)
    return exponent < 0 ? "\(sign)0.\(padding)\(digits)" : "\(sign)\(digits)\(padding).0"
  }

  /// The number rounded to a fixed count of digits after the point; what lies exactly between goes to the even digit.
  ///
  /// Exact: a double is m · 2^e with m < 2^53, and m · 10^19 fits 128 bits, so nothing is lost before the one
  /// rounding. For example 0.15 is stored as a little less than 0.15 and gives 0.1 with one digit, as it should.
  ///
  /// - Parameter digits: from 0 to 19.
  /// - Returns: never `-0.000`; from 2^127 on, where there is no fraction, the same as `shortest`.
  package static func fixed(_ value: Double, digits: Int) -> String {
    precondition((0...19).contains(digits), "a fraction has 0 to 19 digits")
    guard value.isFinite, value.magnitude < 0x1p127 else { return shortest(value) }
    let scale = (0..<digits).reduce(UInt128(1)) { power, _ in power * 10 }
    let (whole, fraction) = split(value.magnitude, scale: scale)
    let sign = value < 0 && (whole > 0 || fraction > 0) ? "-" : ""
    guard digits > 0 else { return "\(sign)\(whole)" }
    let decimals = String(fraction)
    return "\(sign)\(whole).\(String(repeating: "0", count: digits - decimals.utf8.count))\(decimals)"
  }

  /// Writes what `fixed` gives, for rows by the million; of these most rates are 0 or 1.
  package static func append(_ value: Double, digits: Int, to bytes: inout [UInt8]) {
    guard value >= 0, value < 0x1p53, value == value.rounded(.down), digits > 0 else {
      bytes += fixed(value, digits: digits).utf8
      return
    }
    append(Int64(value), to: &bytes)
    bytes.append(UInt8(ascii: "."))
    for _ in 0..<digits { bytes.append(UInt8(ascii: "0")) }
  }

  /// Writes the digits of a whole number.
  package static func append(_ value: Int64, to bytes: inout [UInt8]) {
    guard value > 9 else {
      if value >= 0 { bytes.append(UInt8(ascii: "0") + UInt8(value)) } else { bytes += String(value).utf8 }
      return
    }
    var (rest, start) = (value, bytes.count)
    while rest > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    }
    var end = bytes.count - 1
    while start < end {
      bytes.swapAt(start, end)
      (start, end) = (start + 1, end - 1)
    }
  }

  /// The whole part, and the fraction as a rounded count of `1 / scale`.
  private static func split(_ value: Double, scale: UInt128) -> (whole: UInt128, fraction: UInt128) {
    let isSubnormal = value.exponentBitPattern == 0
    let significand = UInt128(value.significandBitPattern | (isSubnormal ? 0 : 1 << 52))
    let exponent = Int(max(value.exponentBitPattern, 1)) - 1075
    if exponent >= 0 { return (significand << UInt128(exponent), 0) }
    let shift = -exponent
    let scaled = significand * scale
    // `scaled` is below 2^117, so such a shift leaves less than half of a last digit.
    guard shift < 128 else { return (0, 0) }
    var quotient = scaled >> UInt128(shift)
    let rest = scaled - quotient << UInt128(shift)
    let half = UInt128(1) << UInt128(shift - 1)
    if rest > half || rest == half && quotient % 2 == 1 { quotient += 1 }
    return (quotient / scale, quotient % scale)
  }
}
