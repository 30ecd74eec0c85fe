import ReceiptModel

/// The tokens of JSON: white space, words, numbers, and texts with their escapes.
extension JSONScanner {
  @inline(__always)
  static func skipSpace(_ bytes: Span<UInt8>, _ position: inout Int, _ end: Int) {
    while position < end {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  static func skipWord(
    _ word: StaticString, _ bytes: Span<UInt8>, _ position: inout Int, _ end: Int
  ) throws(Rejection) {
    let stop = position + word.utf8CodeUnitCount
    guard stop <= end, bytes.holds(word, in: position..<stop) else { throw Rejection(.notJSON) }
    position = stop
  }

  /// `-`, digits without a needless zero, a fraction, an exponent.
  static func skipNumber(_ bytes: Span<UInt8>, _ position: inout Int, _ end: Int) throws(Rejection) {
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    if position < end, bytes[position] == UInt8(ascii: "0") {
      position += 1
    } else {
      try skipDigits(bytes, &position, end)
    }
    if position < end, bytes[position] == UInt8(ascii: ".") {
      position += 1
      try skipDigits(bytes, &position, end)
    }
    if position < end, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < end, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
        position += 1
      }
      try skipDigits(bytes, &position, end)
    }
  }

  private static func skipDigits(_ bytes: Span<UInt8>, _ position: inout Int, _ end: Int) throws(Rejection) {
    let start = position
    while position < end, bytes[position] >= UInt8(ascii: "0"), bytes[position] <= UInt8(ascii: "9") {
      position += 1
    }
    guard position > start else { throw Rejection(.notJSON) }
  }

  /// Reads on from behind an opening quotation mark to behind the closing one.
  ///
  /// - Returns: where the text stands in `scratch`, unescaped.
  static func readString(
    _ bytes: Span<UInt8>, _ position: inout Int, _ end: Int, into scratch: inout [UInt8]
  ) throws(Rejection) -> Range<Int> {
    let start = scratch.count
    while position < end {
      let plain = position
      while position < end, bytes[position] >= 0x20, bytes[position] != UInt8(ascii: "\""),
        bytes[position] != UInt8(ascii: "\\")
      {
        position += 1
      }
      scratch.append(addingCapacity: position - plain) { output in
        for index in plain..<position { output.append(bytes[index]) }
      }
      guard position < end else { break }
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return start..<scratch.count
      case UInt8(ascii: "\\"): try readEscape(bytes, &position, end, &scratch)
      case 0..<0x20: throw Rejection(.notJSON)
      default: scratch.append(byte)
      }
    }
    throw Rejection(.notJSON)
  }

  private static func readEscape(
    _ bytes: Span<UInt8>, _ position: inout Int, _ end: Int, _ scratch: inout [UInt8]
  ) throws(Rejection) {
    guard position < end else { throw Rejection(.notJSON) }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scratch.append(byte)
    case UInt8(ascii: "b"): scratch.append(0x08)
    case UInt8(ascii: "f"): scratch.append(0x0C)
    case UInt8(ascii: "n"): scratch.append(0x0A)
    case UInt8(ascii: "r"): scratch.append(0x0D)
    case UInt8(ascii: "t"): scratch.append(0x09)
    case UInt8(ascii: "u"): try readCodePoint(bytes, &position, end, &scratch)
    default: throw Rejection(.notJSON)
    }
  }

  private static func readCodePoint(
    _ bytes: Span<UInt8>, _ position: inout Int, _ end: Int, _ scratch: inout [UInt8]
  ) throws(Rejection) {
    var value = try readFourDigits(bytes, &position, end)
    guard value != 0 else { throw Rejection(.nul) }
    if value >> 10 == 0x36 {
      guard position + 2 <= end, bytes[position] == UInt8(ascii: "\\"),
        bytes[position + 1] == UInt8(ascii: "u")
      else { throw Rejection(.notJSON) }
      position += 2
      let low = try readFourDigits(bytes, &position, end)
      guard low >> 10 == 0x37 else { throw Rejection(.notJSON) }
      value = 0x10000 + (value & 0x3FF) << 10 + low & 0x3FF
    }
    guard let scalar = Unicode.Scalar(value) else { throw Rejection(.notJSON) }
    for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { scratch.append(unit) }
  }

  private static func readFourDigits(
    _ bytes: Span<UInt8>, _ position: inout Int, _ end: Int
  ) throws(Rejection) -> UInt32 {
    guard position + 4 <= end else { throw Rejection(.notJSON) }
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = bytes[position].hexadecimalValue else { throw Rejection(.notJSON) }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
