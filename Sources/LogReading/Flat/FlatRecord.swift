package import ReceiptModel

/// An object of one line whose values are texts, whole numbers and nulls: a row of a table.
///
/// Strict where the readers of logs are lenient: nothing is nested, no key stands there twice, and a number has no
/// fraction and fits.
package enum FlatRecord {
  package typealias Member = (name: String, value: Cell)

  /// Reads the object that `range` holds and nothing beside it.
  package static func members(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(Rejection) -> [Member] {
    for index in range where bytes[index] == 0 { throw Rejection(.nul) }
    guard bytes.isUTF8(in: range) else { throw Rejection(.badUTF8) }
    var scratch: [UInt8] = []
    var members: [Member] = []
    var names: Set<[UInt8]> = []
    var position = range.lowerBound
    let end = range.upperBound
    JSONScanner.skipSpace(bytes, &position, end)
    guard position < end, bytes[position] == UInt8(ascii: "{") else { throw Rejection(.notObject) }
    repeat {
      position += 1
      JSONScanner.skipSpace(bytes, &position, end)
      guard position < end, bytes[position] == UInt8(ascii: "\"") else { throw Rejection(.notJSON) }
      let name = try text(bytes, &position, end, &scratch)
      guard names.insert(name).inserted else { throw Rejection(.duplicateKey) }
      JSONScanner.skipSpace(bytes, &position, end)
      guard position < end, bytes[position] == UInt8(ascii: ":") else { throw Rejection(.notJSON) }
      position += 1
      JSONScanner.skipSpace(bytes, &position, end)
      guard position < end else { throw Rejection(.notJSON) }
      let value = try value(bytes, &position, end, &scratch)
      members.append((String(decoding: name, as: UTF8.self), value))
      JSONScanner.skipSpace(bytes, &position, end)
    } while position < end && bytes[position] == UInt8(ascii: ",")
    guard position < end, bytes[position] == UInt8(ascii: "}") else { throw Rejection(.notJSON) }
    position += 1
    JSONScanner.skipSpace(bytes, &position, end)
    guard position == end else { throw Rejection(.trailingData) }
    return members
  }

  private static func text(
    _ bytes: Span<UInt8>, _ position: inout Int, _ end: Int, _ scratch: inout [UInt8]
  ) throws(Rejection) -> [UInt8] {
    position += 1
    scratch.removeAll(keepingCapacity: true)
    let range = try JSONScanner.readString(bytes, &position, end, into: &scratch)
    return Array(scratch[range])
  }

  private static func value(
    _ bytes: Span<UInt8>, _ position: inout Int, _ end: Int, _ scratch: inout [UInt8]
  ) throws(Rejection) -> Cell {
    let start = position
    switch bytes[position] {
    case UInt8(ascii: "\""):
      return .text(String(decoding: try text(bytes, &position, end, &scratch), as: UTF8.self))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try JSONScanner.skipNumber(bytes, &position, end)
      let digits = (start..<position).map { bytes[$0] }
      guard let number = Int64(String(decoding: digits, as: UTF8.self)) else { throw Rejection(.badType) }
      return .integer(number)
    case UInt8(ascii: "n"):
      try JSONScanner.skipWord("null", bytes, &position, end)
      return .null
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "["), UInt8(ascii: "{"):
      throw Rejection(.badType)
    default: throw Rejection(.notJSON)
    }
  }
}
