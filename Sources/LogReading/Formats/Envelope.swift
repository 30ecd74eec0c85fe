import ReceiptModel

/// An object that holds records in an array under `data` and is none itself.
enum Envelope {
  /// Whether the object at the start of `text` comes to an array of objects under `data`, or an empty one, before any key
  /// of a receipt.
  static func begins(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    var walk = Walk(bytes, text)
    while let key = walk.nextKey(bytes) {
      if isReceiptKey(bytes, key) { return false }
      guard bytes.holds("data", in: key) else { continue }
      var position = walk.position
      JSONScanner.skipSpace(bytes, &position, text.upperBound)
      guard position < text.upperBound, bytes[position] == UInt8(ascii: "[") else { continue }
      position += 1
      JSONScanner.skipSpace(bytes, &position, text.upperBound)
      return position < text.upperBound
        && (bytes[position] == UInt8(ascii: "{") || bytes[position] == UInt8(ascii: "]"))
    }
    return false
  }

  /// Whether a whole object that begins like one is no record itself.
  static func isOne(_ bytes: Span<UInt8>, _ object: Range<Int>, _ sources: inout RecordSources) -> Bool {
    guard let plain = JSONComment.blanked(bytes, object) else {
      return !hasReceiptKey(bytes, object) && !sources.isOfSource(bytes, object)
    }
    return !hasReceiptKey(plain.span, 0..<plain.count) && !sources.isOfSource(plain.span, 0..<plain.count)
  }

  /// Whether a whole object has a key of a receipt: then it is one, whatever it holds besides.
  private static func hasReceiptKey(_ bytes: Span<UInt8>, _ object: Range<Int>) -> Bool {
    var walk = Walk(bytes, object)
    while let key = walk.nextKey(bytes) {
      if isReceiptKey(bytes, key) { return true }
    }
    return false
  }

  private static func isReceiptKey(_ bytes: Span<UInt8>, _ key: Range<Int>) -> Bool {
    ReceiptField(name: bytes, key).map(ReceiptField.ofEveryReceipt.contains) ?? false
  }

  /// A walk along the keys of one object, by brackets and texts alone.
  private struct Walk {
    /// Behind the colon of the key that was found last.
    private(set) var position: Int
    private let end: Int
    private var depth = 1

    init(_ bytes: Span<UInt8>, _ object: Range<Int>) {
      position = object.lowerBound + 1
      end = object.upperBound
    }

    mutating func nextKey(_ bytes: Span<UInt8>) -> Range<Int>? {
      var text = 0..<0
      while position < end, depth > 0 {
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""):
          let start = position
          while position < end, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
          }
          text = start..<min(position, end)
          position += 1
        case UInt8(ascii: ":") where depth == 1: return text
        case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        default: break
        }
      }
      return nil
    }
  }
}
