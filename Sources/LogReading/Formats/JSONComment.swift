import ReceiptModel

/// A comment between the values of JSON, which pages of documentation have and no log: `// to its line's end`, `/* this */`.
struct JSONComment {
  /// Where it ends, before a line end; `nil` when it does not end here.
  let end: Int?

  /// - Returns: `nil` when none begins at the start of `range`.
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard range.count > 1, bytes[range.lowerBound] == UInt8(ascii: "/") else { return nil }
    let rest = range.lowerBound + 2..<range.upperBound
    switch bytes[range.lowerBound + 1] {
    case UInt8(ascii: "/"): end = bytes.firstNewline(in: rest)
    case UInt8(ascii: "*"):
      end = rest.dropLast().first { bytes[$0] == UInt8(ascii: "*") && bytes[$0 + 1] == UInt8(ascii: "/") }
        .map { $0 + 2 }
    default: return nil
    }
  }

  /// A copy of `range` with blanks in place of its comments; `nil` when it has none.
  static func blanked(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8]? {
    guard bytes.first(UInt8(ascii: "/"), in: range) != nil else { return nil }
    var copy: [UInt8]?
    var position = range.lowerBound
    var isInText = false
    while position < range.upperBound {
      switch bytes[position] {
      case UInt8(ascii: "\""): isInText.toggle()
      case UInt8(ascii: "\\") where isInText: position += 1
      case UInt8(ascii: "/") where !isInText:
        guard let comment = JSONComment(bytes, position..<range.upperBound) else { break }
        let end = comment.end ?? range.upperBound
        var blanked = copy ?? range.map { bytes[$0] }
        for place in position..<end { blanked[place - range.lowerBound] = UInt8(ascii: " ") }
        copy = blanked
        position = end - 1
      default: break
      }
      position += 1
    }
    return copy
  }
}
