/// Numbers as text, appended without a `String`.
enum Digits {
  static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    let start = bytes.count
    var rest = number
    repeat {
      bytes.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    // They came last digit first.
    var left = start
    var right = bytes.count - 1
    while left < right {
      bytes.swapAt(left, right)
      left += 1
      right -= 1
    }
  }

  /// Sixteen lower-case digits.
  static func appendHexadecimal(_ number: UInt64, to bytes: inout [UInt8]) {
    var shift: UInt64 = 64
    while shift > 0 {
      shift -= 4
      let digit = UInt8(truncatingIfNeeded: number >> shift & 15)
      bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
    }
  }
}
