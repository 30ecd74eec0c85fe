import ReceiptModel

/// What a line of text holds: values by the numbers of their names, decoded.
///
/// A value that is no UTF-8 or has a NUL in it is none; whoever adds it decides what that means.
struct TextValues {
  /// The decoded values, one after another.
  private(set) var bytes: [UInt8] = []
  private(set) var values: [NamedValue] = []

  /// How a value is written.
  enum Encoding {
    case plain
    /// `\xE4`, `\"`, as web servers write what they do not print.
    case escapes
    /// `%E4`, and `+` for a blank.
    case percent
  }

  /// Forgets the last line.
  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }

  /// Adds the value in `range` of `line`; `false`, and nothing is added, when it is no text.
  @discardableResult
  mutating func add(_ name: Int32, _ line: Span<UInt8>, _ range: Range<Int>, _ encoding: Encoding = .plain)
    -> Bool
  {
    let start = bytes.count
    switch encoding {
    case .plain: bytes.append(line, range)
    case .escapes: appendUnescaped(line, range)
    case .percent: appendPercentDecoded(line, range)
    }
    return close(name, from: start)
  }

  /// Adds a value that stands in no line.
  mutating func add(_ name: Int32, _ value: [UInt8]) {
    let start = bytes.count
    bytes.append(contentsOf: value)
    _ = close(name, from: start)
  }

  private mutating func close(_ name: Int32, from start: Int) -> Bool {
    let range = start..<bytes.count
    guard bytes.span.isText(in: range) else {
      bytes.removeLast(range.count)
      return false
    }
    values.append(NamedValue(name: name, range: range))
    return true
  }
}

// MARK: - Decoding

extension TextValues {
  /// Escapes of nginx (`\xHH`) and of Apache, which has those of C, too; what is none stays as it is.
  private mutating func appendUnescaped(_ line: Span<UInt8>, _ range: Range<Int>) {
    var position = line.first(UInt8(ascii: "\\"), in: range) ?? range.upperBound
    bytes.append(line, range.lowerBound..<position)
    while position < range.upperBound {
      let byte = line[position]
      position += 1
      guard byte == UInt8(ascii: "\\"), position < range.upperBound else {
        bytes.append(byte)
        continue
      }
      switch line[position] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(line[position])
      case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "r"): bytes.append(UInt8(ascii: "\r"))
      case UInt8(ascii: "t"): bytes.append(UInt8(ascii: "\t"))
      case UInt8(ascii: "b"): bytes.append(8)
      case UInt8(ascii: "v"): bytes.append(11)
      case UInt8(ascii: "x"):
        guard let value = Self.hexadecimal(line, position + 1, range.upperBound) else { fallthrough }
        bytes.append(value)
        position += 2
      default:
        bytes.append(byte)
        bytes.append(line[position])
      }
      position += 1
    }
  }

  private mutating func appendPercentDecoded(_ line: Span<UInt8>, _ range: Range<Int>) {
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = line[position]
      position += 1
      if byte == UInt8(ascii: "%"), let value = Self.hexadecimal(line, position, range.upperBound) {
        bytes.append(value)
        position += 2
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
  }

  /// The byte that two hexadecimal digits at `position` stand for.
  private static func hexadecimal(_ line: Span<UInt8>, _ position: Int, _ end: Int) -> UInt8? {
    guard position + 1 < end, let high = line[position].hexadecimalValue,
      let low = line[position + 1].hexadecimalValue
    else {
      return nil
    }
    return high << 4 | low
  }
}
