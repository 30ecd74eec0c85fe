import ReceiptModel

/// The bytes that stay the same from record to record, and the values between them.
///
/// A record that was read by `JSONScanner` gives a template: everything but its texts and numbers is literal.
///
///     {"app_key":"333526247","event_time":1790000000120}
///     literals  {"app_key":"   ","event_time":   }
///     holes                 ⌃text             ⌃number
///
/// Another record matches when it has the same literals and, in each hole, a text without escapes or a number of
/// plain digits. It then has the same keys and the same nesting, so it is valid JSON and means what the first one did,
/// with other values. Anything else is no match and is read by the scanner.
struct JSONTemplate {
  /// A value in the record that a template is made of.
  struct Source {
    var range: Range<Int>
    var slot: Int
    var isText: Bool
  }

  private struct Hole {
    /// Bytes of the literal before it.
    var literalLength: Int
    var slot: Int
    var isText: Bool
  }

  /// All literals one after another, and eight bytes more so that they can be read by words.
  private let literals: [UInt8]
  private let holes: [Hole]
  private let tailLength: Int

  init(_ bytes: Span<UInt8>, _ record: Range<Int>, holes sources: [Source]) {
    var literals: [UInt8] = []
    var holes: [Hole] = []
    var position = record.lowerBound
    for source in sources {
      for index in position..<source.range.lowerBound { literals.append(bytes[index]) }
      holes.append(
        Hole(
          literalLength: source.range.lowerBound - position, slot: source.slot, isText: source.isText))
      position = source.range.upperBound
    }
    for index in position..<record.upperBound { literals.append(bytes[index]) }
    tailLength = record.upperBound - position
    literals.append(contentsOf: repeatElement(0, count: 8))
    self.literals = literals
    self.holes = holes
  }

  /// Reads the record that begins at `start`, if it is one of this template.
  ///
  /// - Returns: where the record ends, or `nil`; then some of `fields` may have been set.
  @inline(__always)
  func match(_ bytes: Span<UInt8>, at start: Int, into fields: inout ReceiptFields) -> Int? {
    let literals = literals.span
    let holes = holes.span
    var position = start
    var literal = 0
    for index in holes.indices {
      let hole = holes[index]
      guard bytes.matches(at: position, literals, at: literal, length: hole.literalLength) else { return nil }
      position &+= hole.literalLength
      literal &+= hole.literalLength
      let value = position
      if hole.isText {
        guard let end = Self.textEnd(bytes, value) else { return nil }
        position = end
        fields[slot: hole.slot] = FieldValue(start: UInt32(value), end: UInt32(end), form: .text)
      } else {
        guard let end = Self.numberEnd(bytes, value) else { return nil }
        position = end
        fields[slot: hole.slot] = FieldValue(start: UInt32(value), end: UInt32(end), form: .number)
      }
    }
    guard bytes.matches(at: position, literals, at: literal, length: tailLength) else { return nil }
    return position &+ tailLength
  }

  func hasSameShape(as other: JSONTemplate) -> Bool {
    literals == other.literals
      && holes.elementsEqual(other.holes) {
        $0.literalLength == $1.literalLength && $0.slot == $1.slot && $0.isText == $1.isText
      }
  }

  /// The closing quotation mark of a text that begins at `start`, has no escape, and is UTF-8.
  @inline(__always)
  private static func textEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    var position = start
    while position &+ 8 <= bytes.count {
      let specials = stringSpecials(of: bytes.word(at: position))
      if specials == 0 {
        position &+= 8
        continue
      }
      position &+= specials.trailingZeroBitCount / 8
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") { return position }
      return byte < 0x80 ? nil : wideTextEnd(bytes, start, position)
    }
    return nil
  }

  /// The same from a byte on that is not ASCII.
  private static func wideTextEnd(_ bytes: Span<UInt8>, _ start: Int, _ wide: Int) -> Int? {
    var position = wide
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""): return bytes.isUTF8(in: start..<position) ? position : nil
      case 0..<0x20, UInt8(ascii: "\\"): return nil
      default: position &+= 1
      }
    }
    return nil
  }

  /// The end of a number of plain digits without a needless zero.
  @inline(__always)
  private static func numberEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    var position = start
    while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position &+= 1 }
    let digits = position &- start
    guard digits == 1 || digits > 1 && bytes[start] != UInt8(ascii: "0") else { return nil }
    return position
  }
}
