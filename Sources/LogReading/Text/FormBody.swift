import ReceiptModel

/// The body of a form whose field `data` is a record in JSON, as some vendors post their receipts: `data={"scm1":…}`, or the
/// same URL-encoded, `data=%7B%22scm1%22…`.
enum FormBody {
  /// Whether a line is one.
  static func isOne(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Bool {
    guard line.count > name.count + 3, bytes.starts(name, at: line.lowerBound, before: line.upperBound) else {
      return false
    }
    let value = line.lowerBound + name.count
    return bytes[value] == UInt8(ascii: "{") || isEncoded(bytes, value)
  }

  /// The record; `nil` of a line that is no such body.
  static func json(_ bytes: Span<UInt8>, _ line: Range<Int>) -> [UInt8]? {
    guard isOne(bytes, line) else { return nil }
    let value = line.lowerBound + name.count..<line.upperBound
    guard isEncoded(bytes, value.lowerBound) else { return value.map { bytes[$0] } }
    let end = bytes.first(UInt8(ascii: "&"), in: value) ?? value.upperBound
    var values = TextValues()
    values.add(0, bytes, value.lowerBound..<end, .percent)
    return values.bytes
  }

  private static let name = Array("data=".utf8)

  private static func isEncoded(_ bytes: Span<UInt8>, _ value: Int) -> Bool {
    bytes[value] == UInt8(ascii: "%") && bytes[value + 1] == UInt8(ascii: "7")
      && bytes[value + 2] | 0x20 == UInt8(ascii: "b")
  }
}
