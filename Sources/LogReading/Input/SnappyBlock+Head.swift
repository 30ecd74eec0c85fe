extension SnappyBlock {
  /// Whether bytes are the beginning of a block of text, as far as they go.
  ///
  /// A block has no magic. It is the length of what was packed and then literals, and copies of what stands before
  /// them. So the first part is a literal, in which the first bytes of a log stand as they are:
  ///
  ///     FA 16            2,938 bytes
  ///     F0 61            a literal of 98 bytes
  ///     {"app_key":...
  static func begins(_ head: ArraySlice<UInt8>) -> Bool {
    if head.elementsEqual([0]) { return true }
    var rest = head
    guard let length = takeLength(&rest), length > 0, let first = rest.first, first & 3 == 0 else {
      return false
    }
    var produced: Int64 = 0
    while let tag = rest.popFirst() {
      guard let part = takePart(tag, &rest) else { break }
      guard (0...produced).contains(part.distance), (part.distance > 0) == part.isCopy else { return false }
      if !part.isCopy {
        let literal = rest.prefix(Int(clamping: part.count))
        if produced == 0, literal.isEmpty || !isText(literal) { return false }
        rest = rest.dropFirst(literal.count)
      }
      produced += part.count
      if produced > length || produced == length && !rest.isEmpty { return false }
    }
    return produced > 0 && !isText(head)
  }

  private struct Part {
    var isCopy: Bool
    var count: Int64
    /// How far back a copy begins.
    var distance: Int64 = 0
  }

  /// Up to five groups of seven bits, the lowest first.
  private static func takeLength(_ rest: inout ArraySlice<UInt8>) -> Int64? {
    var length: Int64 = 0
    for shift in stride(from: Int64(0), to: 35, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      length |= Int64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return length <= Int64(UInt32.max) ? length : nil }
    }
    return nil
  }

  /// What a tag and the bytes behind it say; `nil` when these are not there.
  private static func takePart(_ tag: UInt8, _ rest: inout ArraySlice<UInt8>) -> Part? {
    let high = Int64(tag >> 2)
    switch tag & 3 {
    case 0 where high < 60: return Part(isCopy: false, count: high + 1)
    case 0: return takeNumber(Int(high) - 59, &rest).map { Part(isCopy: false, count: $0 + 1) }
    case 1:
      let distance = takeNumber(1, &rest).map { $0 | Int64(tag >> 5) << 8 }
      return distance.map { Part(isCopy: true, count: high & 7 + 4, distance: $0) }
    case 2: return takeNumber(2, &rest).map { Part(isCopy: true, count: high + 1, distance: $0) }
    default: return takeNumber(4, &rest).map { Part(isCopy: true, count: high + 1, distance: $0) }
    }
  }

  private static func takeNumber(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Int64? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count).reversed().reduce(0) { $0 << 8 | Int64($1) }
  }

  /// Whether bytes are UTF-8 without control characters; the last character may be cut.
  private static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.allSatisfy({ $0 >= 0x20 || $0 == 9 || $0 == 10 || $0 == 13 }) else { return false }
    let bytes = Array(bytes)
    return (0...min(3, bytes.count)).contains { bytes.span.isUTF8(in: 0..<bytes.count - $0) }
  }
}
