import ReceiptModel

/// What a spreadsheet leaves behind when it has saved a log again: digits are gone, and nobody can guess them.
enum SpreadsheetDamage {
  /// Whether a value reads `1.7E+12`, `'123`, `="123"` or `9/21/2026 22:13`.
  static func isVisible(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard let first = range.first else { return false }
    switch bytes[first] {
    case UInt8(ascii: "'"): return isDigits(bytes, first + 1..<range.upperBound)
    case UInt8(ascii: "="): return isQuoted(bytes, first + 1..<range.upperBound)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      var position = first
      skipDigits(bytes, &position, range.upperBound)
      // Nearly all are nothing but digits.
      guard position < range.upperBound else { return false }
      let rest = position..<range.upperBound
      return isRounded(bytes, rest) || isRewrittenDate(bytes, rest)
    default: return false
    }
  }

  private static func isDigits(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var position = range.lowerBound
    skipDigits(bytes, &position, range.upperBound)
    return !range.isEmpty && position == range.upperBound
  }

  /// Something between two quotation marks.
  private static func isQuoted(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let mark = UInt8(ascii: "\"")
    return range.count >= 2 && bytes[range.lowerBound] == mark && bytes[range.upperBound - 1] == mark
  }

  /// Behind digits perhaps a point and digits, then `E` with a sign and digits.
  private static func isRounded(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var position = range.lowerBound
    if position < range.upperBound, bytes[position] == UInt8(ascii: ".") {
      position += 1
      skipDigits(bytes, &position, range.upperBound)
    }
    guard position + 2 < range.upperBound, bytes[position] | 0x20 == UInt8(ascii: "e") else { return false }
    guard bytes[position + 1] == UInt8(ascii: "+") || bytes[position + 1] == UInt8(ascii: "-") else {
      return false
    }
    position += 2
    skipDigits(bytes, &position, range.upperBound)
    return position == range.upperBound
  }

  /// Behind digits a slash, digits, a slash, digits, and nothing else or a blank.
  private static func isRewrittenDate(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var position = range.lowerBound
    for _ in 0..<2 {
      skipDigits(bytes, &position, range.upperBound)
      guard position < range.upperBound, bytes[position] == UInt8(ascii: "/") else { return false }
      position += 1
    }
    let year = position
    skipDigits(bytes, &position, range.upperBound)
    return position > year && (position == range.upperBound || bytes[position] == UInt8(ascii: " "))
  }

  private static func skipDigits(_ bytes: Span<UInt8>, _ position: inout Int, _ end: Int) {
    while position &+ 8 <= end {
      // Digits become 0 to 9; adding 0x76 takes anything greater to the highest bit, exactly for the first one.
      let digits = bytes.word(at: position) ^ 0x3030_3030_3030_3030
      let others = ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
      guard others == 0 else {
        position &+= others.trailingZeroBitCount / 8
        return
      }
      position &+= 8
    }
    while position < end, bytes[position] >= UInt8(ascii: "0"), bytes[position] <= UInt8(ascii: "9") {
      position += 1
    }
  }
}
