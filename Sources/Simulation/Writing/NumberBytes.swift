/// Numbers as text, appended without a `String`.
///
/// Room is made for all digits at once and filled from the end: appending them one by one took twice as long.
enum NumberBytes {
  /// The most digits that anything here has.
  static let limit = 32

  static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    for _ in 0..<count(number) { bytes.append(0x30) }
    fill(number, endOf: &bytes)
  }

  /// Writes a number over the last bytes, as many as it has digits.
  static func fill(_ number: UInt64, endOf bytes: inout [UInt8]) {
    var span = bytes.mutableSpan
    var rest = number
    var end = span.count
    // Two digits for one division, which the next one has to wait for.
    while rest > 9 {
      let pair = UInt32(truncatingIfNeeded: rest % 100)
      rest /= 100
      end -= 2
      span[end] = 0x30 + UInt8(truncatingIfNeeded: pair / 10)
      span[end + 1] = 0x30 + UInt8(truncatingIfNeeded: pair % 10)
    }
    if rest > 0 || number == 0 { span[end - 1] = 0x30 + UInt8(truncatingIfNeeded: rest) }
  }

  /// Writes two numbers over the last 32 bytes, as lower-case hexadecimal digits.
  static func fillHexadecimal(high: UInt64, low: UInt64, endOf bytes: inout [UInt8]) {
    var span = bytes.mutableSpan
    var end = span.count
    for half in 0..<2 {
      var rest = half == 0 ? low : high
      for _ in 0..<16 {
        end -= 1
        let digit = UInt8(truncatingIfNeeded: rest & 15)
        span[end] = digit < 10 ? 0x30 + digit : 0x57 + digit
        rest >>= 4
      }
    }
  }

  /// How many digits a number has.
  static func count(_ number: UInt64) -> Int {
    var count = 1
    var limit: UInt64 = 10
    while number >= limit {
      count += 1
      // The largest power of ten below 2^64 has twenty digits.
      guard count < 20 else { break }
      limit *= 10
    }
    return count
  }
}
